import type { CheckedClients } from "../clients/checked_clients.ts";
import checked from "../clients/checked.json" with { type: "json" };
import { code, table } from "./table.ts";

/** The last recorded `deno task check:clients`. */
export function clientsTable(record: CheckedClients = checked): string {
  const rows = record.outcomes.map((outcome) => {
    const { client, package: name, version, problems, instructions } = outcome;
    const said = (list: readonly string[]): string =>
      version === null ? "not tried" : list.join("; ") || "works";
    return [
      client,
      `${code(name)} ${version ?? "could not be installed"}`,
      said(problems.stdio),
      said(problems.HTTP),
      instructions ? "shown to the model" : "not shown",
    ];
  });
  const heads = ["Client", "Package", "stdio", "HTTP", "Our instructions"];
  return `Last run on ${record.date} with version ${record.server} on Linux:

${table(heads, rows)}`;
}
