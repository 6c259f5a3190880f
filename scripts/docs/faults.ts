import { GROUPS } from "../faults/scenarios.ts";
import { table } from "./table.ts";

/** What each fault looks like to the user, by the list that is run. */
export function faultsTables(): string {
  return GROUPS.map(({ title, scenarios }) => {
    const rows = scenarios.map(({ name, sees }) => [`\`${name}\``, sees]);
    return `### ${title}\n\n${table(["Fault", "What the user sees"], rows)}`;
  }).join("\n\n");
}
