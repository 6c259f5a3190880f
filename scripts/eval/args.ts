import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { readArgs, refuse } from "../command_line.ts";
import { collectionsIn } from "./collection.ts";
import type { Half } from "./half.ts";
import { INGREDIENTS, withSetting } from "./ingredients.ts";
import { SMALL } from "./small_set.ts";
import { defaultSettings } from "./systems.ts";

/** What the evaluation is asked for. */
export interface EvalOptions {
  /** Where collections are besides the small one, which is always there. */
  data: string;
  only?: string[];
  /** A directory of Markdown to make a collection of, instead of those. */
  links?: string;
  set: [string, number | boolean][];
  off: string[];
  baselines: boolean;
  half?: Half;
  /** Measure the engine over published manuals too. */
  shared: boolean;
  /** Measure everything, and write it to `docs/`. */
  record: boolean;
}

const USAGE =
  "Usage: deno task eval [--data DIR] [--only a,b] [--links DIR] [--set lexical.k1=1.2]… [--off NAME|all]… [--no-baselines] [--half a|b] [--shared] [--record]";

const OPTIONS = {
  "data": { type: "string" },
  "only": { type: "string" },
  "links": { type: "string" },
  "set": { type: "string", multiple: true, default: [] },
  "off": { type: "string", multiple: true, default: [] },
  "no-baselines": { type: "boolean", default: false },
  "half": { type: "string" },
  "shared": { type: "boolean", default: false },
  "record": { type: "boolean", default: false },
} as const satisfies ParseArgsConfig["options"];

/** Reads the command line, or tells what is wrong with it and ends. */
export function readEvalArgs(): EvalOptions {
  readArgs({ options: OPTIONS }, USAGE);
  try {
    return parseEvalArgs(Deno.args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : `${error}`, USAGE);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Options that leave something out, or measure something else. */
const PARTIAL = [
  "only",
  "links",
  "set",
  "off",
  "no-baselines",
  "half",
] as const;

/** Where collections are looked for: beside the project. */
const BESIDE = fileURLToPath(new URL("../../../shared/data", import.meta.url));

/** Reads the command line; throws what is wrong with it. */
export function parseEvalArgs(
  args: readonly string[],
  beside: string = BESIDE,
): EvalOptions {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.data !== undefined && collectionsIn(values.data).length === 0) {
    throw new Error(`No collections in ${values.data}`);
  }
  const { half, links } = values;
  if (links !== undefined && !isDirectory(links)) {
    throw new Error(`No directory ${links}`);
  }
  if (half !== undefined && half !== "a" && half !== "b") {
    throw new Error("--half takes a or b");
  }
  const unheard = values.off.find((name) =>
    name !== "all" && !Object.hasOwn(INGREDIENTS, name)
  );
  if (unheard !== undefined) {
    const names = Object.keys(INGREDIENTS).join(", ");
    throw new Error(`No ingredient ${unheard}; there are: ${names}, all`);
  }
  const options: EvalOptions = {
    data: values.data ?? beside,
    set: values.set.map((text) => {
      const [key = "", setting = ""] = text.split("=");
      const isSwitch = /^(true|false)$/.test(setting);
      const value = isSwitch ? setting === "true" : Number(setting || NaN);
      withSetting(defaultSettings(), key, value);
      return [key, value];
    }),
    off: values.off.flatMap((name) =>
      name === "all" ? Object.keys(INGREDIENTS) : [name]
    ),
    baselines: !values["no-baselines"],
    shared: values.shared,
    record: values.record,
    ...values.only !== undefined && { only: values.only.split(",") },
    ...links !== undefined && { links },
    ...half !== undefined && { half },
  };
  const known = [...collectionsIn(options.data), SMALL];
  const unknown = options.only?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`No collection ${unknown}; there are: ${known.join(", ")}`);
  }
  if (values.record) {
    const part = PARTIAL.find((name) =>
      [values[name] ?? []].flat().some((value) => value !== false)
    );
    if (part !== undefined) {
      throw new Error(`--record takes a whole run: no --${part}`);
    }
    if (known.length === 1) {
      throw new Error(
        "--record takes a whole run, and there is the small set alone: name a directory of others with --data",
      );
    }
  }
  return options;
}
