import { ASK_HELP } from "../../src/cli/ask.ts";
import { DOCTOR_HELP } from "../../src/cli/doctor.ts";
import { manualsUsage } from "../../src/cli/manuals.ts";
import { usage } from "../../src/cli/usage.ts";

/** What each command says of itself, by the name of its region. */
export const HELP_TEXTS: Readonly<Record<string, () => string>> = {
  "help": () => fenced(usage()),
  "help-ask": () => fenced(ASK_HELP),
  "help-doctor": () => fenced(DOCTOR_HELP),
  "help-manuals": () => fenced(manualsUsage()),
};

function fenced(text: string): string {
  return "```text\n" + text.trimEnd() + "\n```";
}
