/**
 * Checks that no regular expression in `src` takes more than linear time:
 * `deno task regexes [directory]`. recheck judges each; the few that it cannot
 * pass are listed here with the reason why they are harmless. The exit code is
 * 1 for any other.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { walk } from "../tests/kit/walk.ts";
import { directoryAt, print, readArgs, refuse } from "./command_line.ts";
import { importNoting } from "./security/constructed_regexes.ts";
import { findRegexes } from "./security/find_regexes.ts";
import { judgeRegexes } from "./security/judge_regexes.ts";

/** An expression that was looked at by a person. */
interface Reviewed {
  readonly file: string;
  /** How the expression begins; empty for one made while the program runs. */
  readonly start: string;
  readonly why: string;
}

const CUT = "a heading is cut to 500 characters before";
const REVIEWED: readonly Reviewed[] = [
  {
    file: "src/text/path.ts",
    start: "[/\\\\]+",
    why: "a path of this machine's own configuration",
  },
  {
    file: "src/config/yaml_file.ts",
    start: '"[^"]{12,}"',
    why: "linear, as each attempt ends at the next quote; recheck times out",
  },
  ...[
    ["_adoc_title", "\\[\\[[^\\]]{1,200}"],
    ["_adoc_title", "\\[[^\\]]{1,100}"],
    ...["(?<!", "\\+\\+", "``", "\\*\\*", "__", "##", "\\^", "~"]
      .map((start) => ["_adoc_title", start]),
    ["_rst_title", "\\\\(.?)|"],
    ["_template_markup", "^\\{\\{([<%])"],
    ["_template_markup", "^\\{\\/\\*"],
    ["_template_markup", "^\\{%"],
    ["_template_markup", "\\btext"],
  ].map(([name, start = ""]) => ({
    file: `src/manuals/formats/${name}.ts`,
    start,
    why: "a title is cut to 500 characters before",
  })),
  {
    file: "src/manuals/formats/_links.ts",
    start: "\\b(xref|link):",
    why: "a target has at most 300 characters",
  },
  ...["条件|対象", "違い|比較"].map((start) => ({
    file: "src/manuals/find/facets.ts",
    start,
    why: "linear, as words begin once; recheck times out",
  })),
  ...["[ \\t]*\\{", "[ \\t]*(?:\\r", "^ .*[^ ]", "^\\(\\s*(?:<"].map((
    start,
  ) => ({
    file: "src/manuals/formats/_heading_text.ts",
    start,
    why: CUT,
  })),
  ...["^(?<a>", "^(?:compare )?", "\\b(?:difference"].map((start) => ({
    file: "src/manuals/search/local/query/decompose.ts",
    start,
    why: "each part has at most 80 characters",
  })),
  {
    file: "src/schema/validate.ts",
    start: "",
    why: "patterns of schemas, each judged where it stands",
  },
];

interface Judged {
  readonly place: string;
  readonly regex: RegExp;
}

const USAGE = "Usage: deno task regexes [directory]";
const { positionals: [directory = "src", surplus] } = readArgs(
  { allowPositionals: true },
  USAGE,
);
if (surplus !== undefined) refuse("One directory at a time", USAGE);
const base = directory.startsWith("/")
  ? `${directory}/`
  : fileURLToPath(new URL("../", import.meta.url));
const folder = directory.startsWith("/") ? "" : `${directory}/`;
directoryAt(base + folder, USAGE);
const paths = walk(base + folder).filter((path) => path.endsWith(".ts"))
  .map((path) => folder + path);
// The other runtime's module would touch what this one lacks.
const constructed = await importNoting(
  paths.filter((path) => path !== "src/runtime/node.ts"),
  base,
);

const unused = new Set(directory === "src" ? REVIEWED : []);
const toJudge: Judged[] = [];
let failed = 0;
let reviewed = 0;
for (const file of paths) {
  const text = Deno.readTextFileSync(base + file);
  for (const { place, regex } of findRegexes(file, text)) {
    const regexes = regex ? [regex] : constructed.get(place) ?? [];
    // One that is made later than its module shows no source here.
    for (const each of regexes.length > 0 ? regexes : [undefined]) {
      const found = REVIEWED.find((one) =>
        one.file === file && (each === undefined) === (one.start === "") &&
        (each?.source ?? "").startsWith(one.start)
      );
      if (found) {
        unused.delete(found);
        reviewed++;
      } else if (each) {
        toJudge.push({ place, regex: each });
      } else {
        failed++;
        print(`${place} NOT SEEN: construct it when the module loads`);
      }
    }
  }
}
const verdicts = await judgeRegexes(toJudge.map(({ regex }) => regex));
for (const [i, { place, regex }] of toJudge.entries()) {
  const { status = "unknown", why = "" } = verdicts[i] ?? {};
  if (status === "safe") continue;
  failed++;
  print(`${place} ${status.toUpperCase()} ${regex}: ${why}`);
}
for (const { file, start } of unused) {
  failed++;
  print(`${file} has no expression ${start} any more: take it off the list`);
}
const safe = toJudge.length -
  verdicts.filter((v) => v.status !== "safe").length;
print(`${safe} safe, ${reviewed} reviewed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);
