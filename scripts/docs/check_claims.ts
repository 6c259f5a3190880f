import { GROUPS } from "../faults/scenarios.ts";
import { TARGETS } from "../fuzz/targets.ts";
import { codeSpansOf, type Page } from "./pages.ts";

/** What a claim may be proved by. */
export interface Proofs {
  /** Tells whether there is a test of this name. */
  isTest(name: string): boolean;
  /** Names of faults, for `deno task faults --only`. */
  readonly faults: ReadonlySet<string>;
  /** Names of targets, for `deno task fuzz --target`. */
  readonly targets: ReadonlySet<string>;
}

/** The tests of some sources, the faults and the targets that there are. */
export function knownProofs(tests: readonly string[]): Proofs {
  const names = tests.flatMap(testNames);
  const scenarios = GROUPS.flatMap((group) => group.scenarios);
  return {
    isTest: (name) => names.some((pattern) => pattern.test(name)),
    faults: new Set(scenarios.map((scenario) => scenario.name)),
    targets: new Set(TARGETS.map((target) => target.name)),
  };
}

/** The names of a file's tests; a part that is filled in stands for any text. */
function testNames(source: string): RegExp[] {
  const named = source.matchAll(
    /Deno\.test\(\s*(?:\{\s*name:\s*)?(["`])(.*?)\1,/gs,
  );
  return [...named].map(([, , name = ""]) => {
    const literal = name.split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${literal.join(".+")}$`);
  });
}

/** A paragraph, an entry of a list or a row of a table, under its heading. */
interface Claim {
  readonly heading: string;
  readonly text: string;
}

const MEASURED = /(?:measured|seen|tried)[^.]*? on 20\d\d-\d\d-\d\d/i;

/** Sections that say how things are meant, and claim nothing. */
const MEANT = new Set(["Who is trusted"]);

/**
 * Claims of a page that name nothing to show them, and names of tests, faults
 * and targets that do not exist. A claim is shown by a test in “quotes”, by a
 * fault or a task in `code`, or by the day on which it was measured, seen or
 * tried. A section that begins with a command is shown by that command. What
 * introduces the page may do without, its lists and tables apart.
 */
export function claimProblems(page: Page, proofs: Proofs): string[] {
  const unproved = claimsOf(page)
    .filter(({ text }) => !isProved(text, proofs))
    .map(({ heading, text }) =>
      `${page.path}: nothing shows, under "${heading}": ${text.slice(0, 100)}`
    );
  return [...unproved, ...unknownNames(page, proofs)];
}

function isProved(text: string, { faults }: Proofs): boolean {
  return text.includes("“") || MEASURED.test(text) ||
    /`deno task [^`]+`/.test(text) ||
    codeSpansOf({ path: "", text }).some((code) => faults.has(code));
}

function unknownNames(page: Page, proofs: Proofs): string[] {
  const quoted = page.text.replace(/\s+/g, " ").matchAll(/“([^”]+)”/g);
  const tests = [...quoted].map(([, name = ""]) => name)
    .filter((name) => !proofs.isTest(name)).map((name) => `test ${name}`);
  const faults = codeSpansOf(page)
    .filter((code) => /^[a-z]+(-[a-z0-9]+)+$/.test(code))
    .filter((name) => !proofs.faults.has(name)).map((name) => `fault ${name}`);
  const fuzz = sectionsOf(page).find(({ heading }) => heading === "Fuzz");
  const targets = [...fuzz?.text.matchAll(/^\| `([^`]+)`/gm) ?? []]
    .map(([, name = ""]) => name)
    .filter((name) => !proofs.targets.has(name)).map((name) =>
      `target ${name}`
    );
  return [...tests, ...faults, ...targets]
    .map((name) => `${page.path}: no ${name}`);
}

function claimsOf(page: Page): Claim[] {
  const [intro = ""] = page.text.split(/^## /m);
  const listed = blocksOf(intro).filter((block) => /^[|-] /.test(block))
    .map((text) => ({ heading: "", text }));
  const sections = sectionsOf(page)
    .filter(({ heading, text }) =>
      !MEANT.has(heading) && !/^\s*```sh\n[^`]*deno task /.test(text)
    )
    .flatMap(({ heading, text }) =>
      blocksOf(text).map((block) => ({ heading, text: block }))
    );
  return [...listed, ...sections];
}

/** The sections of the second level, each with what stands below it. */
function sectionsOf({ text }: Page): Claim[] {
  return text.split(/^## /m).slice(1).map((section) => {
    const end = section.indexOf("\n");
    return { heading: section.slice(0, end), text: section.slice(end + 1) };
  });
}

/** Paragraphs, entries and rows, each on one line. */
function blocksOf(section: string): string[] {
  return section.replace(/^```[^]*?^```$/gm, "")
    // The head of a table says what its columns are.
    .replace(/^\|.*\n\| -.*$/gm, "")
    .split(/\n\s*\n|^(?=- )|^(?=\|)/m)
    .map((block) => block.replace(/\s+/g, " ").trim())
    // Headings, and what only leads to a list, claim nothing.
    .filter((block) => !/^(#|$)|:$/.test(block));
}
