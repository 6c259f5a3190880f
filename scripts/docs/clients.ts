import checked from "../clients/checked.json" with { type: "json" };
import { code, table } from "./table.ts";

/** The last recorded `deno task check:clients`. */
export function clientsTable(): string {
  const rows = checked.outcomes.map(({ client, package: name, ...rest }) => [
    client,
    `${code(name)} ${rest.version ?? ""}`,
    code(rest.asked),
    rest.result,
  ]);
  return `Last run on ${checked.date} with version ${checked.server} on Linux:

${table(["Client", "Package", "Asked by", "Outcome"], rows)}`;
}
