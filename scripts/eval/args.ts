import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { refuse } from "../command_line.ts";
import { collectionsIn } from "./collection.ts";
import type { Half } from "./half.ts";
import { INGREDIENTS } from "./ingredients.ts";
import { SMALL } from "./small_set.ts";

/** What the evaluation is asked for. */
export interface EvalOptions {
  /** Where collections are besides the small one, which is always there. */
  data: string;
  only?: string[];
  set: [string, number | boolean][];
  off: string[];
  baselines: boolean;
  half?: Half;
  /** Measure the engine over published manuals too. */
  shared: boolean;
}

const USAGE =
  "Usage: deno task eval [--data DIR] [--only a,b] [--set lexical.k1=1.2]… [--off NAME|all]… [--no-baselines] [--half a|b] [--shared]";

/** Reads the command line, or tells what is wrong with it and ends. */
export function readEvalArgs(): EvalOptions {
  try {
    return parseEvalArgs(Deno.args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : `${error}`, USAGE);
  }
}

/** Reads the command line; throws what is wrong with it. */
export function parseEvalArgs(args: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "data": { type: "string" },
      "only": { type: "string" },
      "set": { type: "string", multiple: true, default: [] },
      "off": { type: "string", multiple: true, default: [] },
      "no-baselines": { type: "boolean", default: false },
      "half": { type: "string" },
      "shared": { type: "boolean", default: false },
      "help": { type: "boolean" },
    },
  });
  if (values.help) throw new Error("What can be measured, and how:");
  if (values.data !== undefined && collectionsIn(values.data).length === 0) {
    throw new Error(`No collections in ${values.data}`);
  }
  const { half } = values;
  if (half !== undefined && half !== "a" && half !== "b") {
    throw new Error("--half takes a or b");
  }
  const options: EvalOptions = {
    data: values.data ??
      fileURLToPath(new URL("../../../shared/data", import.meta.url)),
    set: values.set.map((text) => {
      const [key = "", setting = ""] = text.split("=");
      const isSwitch = /^(true|false)$/.test(setting);
      return [key, isSwitch ? setting === "true" : Number(setting)];
    }),
    off: values.off.flatMap((name) =>
      name === "all" ? Object.keys(INGREDIENTS) : [name]
    ),
    baselines: !values["no-baselines"],
    shared: values.shared,
    ...values.only !== undefined && { only: values.only.split(",") },
    ...half !== undefined && { half },
  };
  const known = [...collectionsIn(options.data), SMALL];
  const unknown = options.only?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`No collection ${unknown}; there are: ${known.join(", ")}`);
  }
  return options;
}
