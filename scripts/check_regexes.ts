/**
 * Checks that no regular expression in `src` takes more than linear time:
 * `deno task regexes [directory]`. Each is bounded by its form, or stays linear
 * on strings made to be hard for it; the exit code is 1 for any other.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { walk } from "../tests/kit/walk.ts";
import { findRegexes } from "./security/find_regexes.ts";
import { importNoting } from "./security/made_regexes.ts";
import { measureRegex } from "./security/measure_regex.ts";

/** Made from what is checked elsewhere, or from input of a bounded length. */
const REVIEWED: Readonly<Record<string, string>> = {
  "src/schema/validate.ts": "patterns of schemas, each checked where it stands",
};

/** Modules whose input is cut before any of their patterns sees it. */
const MAX_INPUT: Readonly<Record<string, number>> = {
  "src/manuals/formats/_heading_text.ts": 500,
};

const [directory = "src"] = Deno.args;
const base = directory.startsWith("/")
  ? `${directory}/`
  : fileURLToPath(new URL("../", import.meta.url));
const folder = directory.startsWith("/") ? "" : `${directory}/`;

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

const paths = walk(base + folder).filter((path) => path.endsWith(".ts"))
  .map((path) => folder + path);
// The other runtime's module would touch what this one lacks.
const made = await importNoting(
  paths.filter((path) => path !== "src/runtime/node.ts"),
  base,
);
let slow = 0;
const counts = { bounded: 0, measured: 0, reviewed: 0 };
for (const path of paths) {
  for (
    const { place, regex } of findRegexes(
      path,
      Deno.readTextFileSync(base + path),
    )
  ) {
    const regexes = regex ? [regex] : made.get(place) ?? [];
    if (regexes.length === 0) {
      const why = REVIEWED[path];
      if (why === undefined) slow++;
      else counts.reviewed++;
      print(`${place} ${why ?? "NOT SEEN: make it when the module loads"}`);
    }
    for (const each of regexes) {
      const verdict = measureRegex(each, MAX_INPUT[path]);
      if (verdict.kind !== "slow") {
        counts[verdict.kind]++;
        continue;
      }
      slow++;
      const { length, ms, example } = verdict;
      print(
        `${place} SLOW ${each}: ${
          ms.toFixed(1)
        } ms for ${length} characters (${example})`,
      );
    }
  }
}
const { bounded, measured, reviewed } = counts;
print(
  `${bounded} bounded by form, ${measured} measured linear, ${reviewed} reviewed, ${slow} slow`,
);
Deno.exit(slow === 0 ? 0 : 1);
