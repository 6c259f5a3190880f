import { FORMATS } from "../../src/manuals/formats/formats.ts";
import { makePages, type Page } from "./manuals/make_pages.ts";
import { interleave } from "./samples.ts";

/** The same pages in each format, by the name of the format. */
const WRITERS: Readonly<Record<string, (page: Page) => Page>> = {
  "Markdown": (page) => page,
  "MDX": ({ path, text }) => ({ path: renamed(path, "mdx"), text }),
  "reStructuredText": ({ path, text }) => ({
    path: renamed(path, "rst"),
    text: bodyOf(text)
      .replace(/^#+ (.*)$/gm, (_, title) => `${title}\n${"=".repeat(80)}`)
      .replace(/^```sh\n(.*)\n(.*)\n```$/gm, "::\n\n    $1\n    $2"),
  }),
  "AsciiDoc": ({ path, text }) => ({
    path: renamed(path, "adoc"),
    text: bodyOf(text)
      .replace(/^##+ /gm, "== ").replace(/^# /gm, "= ")
      .replace(/^```(?:sh)?$/gm, "----"),
  }),
  "plain text": ({ path, text }) => ({ path: renamed(path, "txt"), text }),
  "JSON": ({ path, text }) => ({
    path: renamed(path, "json"),
    text: JSON.stringify({ lines: text.split("\n") }, null, 2),
  }),
};

function renamed(path: string, ending: string): string {
  return path.replace(/md$/, ending);
}

/** Without the front matter, which only Markdown has. */
function bodyOf(text: string): string {
  return text.slice(text.indexOf("\n---\n") + 5);
}

/** Pages of one format. */
export interface Written {
  readonly format: string;
  readonly pages: readonly Page[];
  readonly bytes: number;
}

/** Writes some pages in every format. */
export function writeFormats(files: number): Written[] {
  const pages = [...makePages({ files, seed: 1, japanese: 0.2 })];
  const encoder = new TextEncoder();
  return Object.entries(WRITERS).map(([format, write]) => {
    const written = pages.map(write);
    const bytes = written.reduce(
      (sum, { text }) => sum + encoder.encode(text).length,
      0,
    );
    return { format, pages: written, bytes };
  });
}

/** Not a format: what it takes to cut the pages at the ends of their lines. */
export const FLOOR = "lines alone";

/** What is read as it is. */
export const UNCUT: readonly string[] = ["plain text", "JSON"];

/** MB a second, of each format in turns, on the runtime on which this runs. */
export async function scanRates(
  { files, rounds }: { readonly files: number; readonly rounds: number },
): Promise<[format: string, rates: number[]][]> {
  const written = writeFormats(files);
  const [markdown] = written;
  const floor = markdown ? [{ ...markdown, format: FLOOR }] : [];
  const samples = await interleave(
    [...floor, ...written],
    rounds,
    (one) =>
      rateOf(
        one,
        ({ path, text }) =>
          one.format === FLOOR ? text.split("\n") : FORMATS.parse(path, text),
      ),
  );
  return [...samples].map(([{ format }, rates]) => [format, rates]);
}

/** MB a second of whatever reads pages. */
export async function rateOf(
  { pages, bytes }: Written,
  read: (page: Page) => unknown,
): Promise<number> {
  const started = performance.now();
  for (const page of pages) await read(page);
  return bytes / 1000 / (performance.now() - started);
}
