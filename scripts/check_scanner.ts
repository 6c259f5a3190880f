/**
 * Compares the scanners of formats with full parsers on every file below a
 * directory: Markdown with two of CommonMark, MDX and AsciiDoc with their own:
 * `deno task check:scanner <directory>`.
 *
 * @module
 */
import {
  join,
  readFileText,
  walkManual,
} from "../src/manuals/library/corpus.ts";
import { AdocScanner } from "../src/manuals/formats/_adoc_scanner.ts";
import { BlockScanner } from "../src/manuals/formats/_block_scanner.ts";
import { readFrontMatter } from "../src/manuals/formats/front_matter.ts";
import { runtime } from "../src/runtime/deno.ts";
import {
  commonmarkHeadings,
  micromarkHeadings,
} from "../tests/kit/commonmark_oracle.ts";
import { asciidocHeadings } from "../tests/kit/asciidoc_oracle.ts";
import { mdxHeadings } from "../tests/kit/mdx_oracle.ts";
import { directoryAt, readArgs, refuse } from "./command_line.ts";

const USAGE = "Usage: deno task check:scanner <directory>";
const { positionals } = readArgs({ allowPositionals: true }, USAGE);
const [given, surplus] = positionals;
if (given === undefined) refuse("Which directory?", USAGE);
if (surplus !== undefined) refuse("One directory at a time", USAGE);
// Files are compared with where they really are.
const directory = await Deno.realPath(directoryAt(given, USAGE));

interface Found {
  readonly level: number;
  readonly line: number;
}

/** How a format is scanned, and by whom it is checked. */
interface Check {
  readonly endings: RegExp;
  scan(text: string): readonly Found[];
  readonly oracles: Readonly<
    Record<string, (text: string) => Found[] | Promise<Found[]>>
  >;
}

const CHECKS: readonly Check[] = [
  {
    endings: /\.(?:md|markdown)$/i,
    scan: (text) => new BlockScanner(text, 0, 1).scan(),
    oracles: {
      "commonmark.js": commonmarkHeadings,
      micromark: micromarkHeadings,
    },
  },
  {
    endings: /\.mdx$/i,
    scan: (text) => new BlockScanner(text, 0, 1, "mdx").scan(),
    oracles: { mdxjs: mdxHeadings },
  },
  {
    endings: /\.adoc$/i,
    scan: (text) =>
      new AdocScanner(text).scan()
        .map(({ level, startLine }) => ({ level, line: startLine })),
    oracles: { asciidoctor: asciidocHeadings },
  },
];
const brief = (headings: readonly Found[]): string =>
  headings.map(({ level, line }) => `${line}:${level}`).join(" ");

let files = 0;
let headingCount = 0;
let units = 0;
let scanMs = 0;
const differences: string[] = [];
const corpus = await walkManual(runtime.files, directory);
for (const { path } of corpus.files) {
  const check = CHECKS.find(({ endings }) => endings.test(path));
  if (!check) continue;
  const read = readFileText(runtime.files, join(directory, path));
  if (!("text" in read)) {
    differences.push(`${path}: ${read.problem}`);
    continue;
  }
  // The parsers know no front matter: they get the rest, we count from there.
  const body = read.text.slice(readFrontMatter(read.text)?.end ?? 0);
  const before = runtime.clock.monotonic();
  const headings = check.scan(body);
  scanMs += runtime.clock.monotonic() - before;
  files++;
  headingCount += headings.length;
  units += body.length;
  for (const [name, oracle] of Object.entries(check.oracles)) {
    const expected = await oracle(body);
    // Asciidoctor does not tell the line of the document's title.
    const found = headings.map(({ level, line }, i) => ({
      level,
      line: expected[i]?.line === 0 ? 0 : line,
    }));
    if (brief(found) !== brief(expected)) {
      differences.push(`${path}: ${name}`);
    }
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
