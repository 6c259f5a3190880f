import { fileURLToPath } from "node:url";
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
}

const USAGE =
  "Usage: deno task eval [--data DIR] [--only a,b] [--set lexical.k1=1.2]… [--off NAME|all]… [--no-baselines] [--half a|b]";

/** Reads the command line, or tells what is wrong with it and ends. */
export function readEvalArgs(args: readonly string[]): EvalOptions {
  try {
    return parseEvalArgs(args);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    Deno.stderr.writeSync(new TextEncoder().encode(`${problem}\n${USAGE}\n`));
    return Deno.exit(2);
  }
}

/** Reads the command line; throws what is wrong with it. */
export function parseEvalArgs(args: readonly string[]): EvalOptions {
  const options: EvalOptions = {
    data: fileURLToPath(new URL("../../../shared/data", import.meta.url)),
    set: [],
    off: [],
    baselines: true,
  };
  for (let i = 0; i < args.length; i++) {
    const name = args[i];
    if (name === "--no-baselines") {
      options.baselines = false;
      continue;
    }
    const value = args[++i];
    if (name === "--help") throw new Error("What can be measured, and how:");
    if (value === undefined) throw new Error(`${name} needs a value`);
    if (name === "--data") {
      if (collectionsIn(value).length === 0) {
        throw new Error(`No collections in ${value}`);
      }
      options.data = value;
    } else if (name === "--only") options.only = value.split(",");
    else if (name === "--half") {
      if (value !== "a" && value !== "b") {
        throw new Error("--half takes a or b");
      }
      options.half = value;
    } else if (name === "--off") {
      options.off.push(...value === "all" ? Object.keys(INGREDIENTS) : [value]);
    } else if (name === "--set") {
      const [key = "", setting = ""] = value.split("=");
      options.set.push([
        key,
        /^(true|false)$/.test(setting) ? setting === "true" : Number(setting),
      ]);
    } else throw new Error(`Unknown option ${name}`);
  }
  const known = [...collectionsIn(options.data), SMALL];
  const unknown = options.only?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`No collection ${unknown}; there are: ${known.join(", ")}`);
  }
  return options;
}
