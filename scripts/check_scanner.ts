/**
 * Compares the block scanner with two full CommonMark parsers on every Markdown
 * file below a directory: `deno task check:scanner <directory>`.
 *
 * @module
 */
import {
  join,
  readFileText,
  walkManual,
} from "../src/manuals/library/corpus.ts";
import { BlockScanner } from "../src/manuals/formats/_block_scanner.ts";
import { readFrontMatter } from "../src/manuals/formats/front_matter.ts";
import { runtime } from "../src/runtime/deno.ts";
import {
  commonmarkHeadings,
  micromarkHeadings,
  type OracleHeading,
} from "../tests/kit/commonmark_oracle.ts";
import { readArgs, refuse } from "./command_line.ts";

const USAGE = "Usage: deno task check:scanner <directory>";
const { positionals } = readArgs({ allowPositionals: true }, USAGE);
const directory = positionals[0] ?? refuse("Which directory?", USAGE);

const ORACLES: Readonly<Record<string, (text: string) => OracleHeading[]>> = {
  "commonmark.js": commonmarkHeadings,
  micromark: micromarkHeadings,
};
const brief = (headings: readonly { level: number; line: number }[]): string =>
  headings.map(({ level, line }) => `${line}:${level}`).join(" ");

let files = 0;
let headingCount = 0;
let units = 0;
let scanMs = 0;
const differences: string[] = [];
const corpus = await walkManual(runtime.files, directory);
for (const { path } of corpus.files) {
  if (!/\.md$/i.test(path)) continue;
  const read = readFileText(runtime.files, join(directory, path));
  if (!("text" in read)) {
    differences.push(`${path}: ${read.problem}`);
    continue;
  }
  // The parsers know no front matter: they get the rest, we count from there.
  const body = read.text.slice(readFrontMatter(read.text)?.end ?? 0);
  const before = runtime.clock.monotonic();
  const headings = new BlockScanner(body, 0, 1).scan();
  scanMs += runtime.clock.monotonic() - before;
  files++;
  headingCount += headings.length;
  units += body.length;
  for (const [name, oracle] of Object.entries(ORACLES)) {
    const expected = brief(oracle(body));
    if (brief(headings) !== expected) differences.push(`${path}: ${name}`);
  }
}

const speed = (units / 1000 / scanMs).toFixed(0);
runtime.writeStdout(
  `${files} files, ${headingCount} headings, ${units} UTF-16 units ` +
    `scanned at ${speed} million a second\n` +
    `${differences.length} differences\n` +
    differences.map((line) => `  ${line}\n`).join(""),
);
runtime.exit(differences.length === 0 ? 0 : 1);
