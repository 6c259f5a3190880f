/**
 * The queries of a collection in other forms: as questions, with a slip of the
 * pen, as headings, as codes. Each is reported as a ratio to the plain form.
 *
 * @module
 */
import { defaultRequiredTerms } from "../../src/manuals/search/default_required.ts";
import type { Finder } from "../../src/manuals/find/finder.ts";
import { codesIn } from "./codes.ts";
import { type Document, type EvalQuery, isJapanese } from "./collection.ts";
import type { Half } from "./half.ts";
import { uniqueHeadings } from "./headings.ts";
import { judge, rounded } from "./metrics.ts";
import { pastedForms } from "./pasted_forms.ts";
import { questionFamilies } from "./question_families.ts";
import { questionForms, wrap } from "./question_forms.ts";
import { lots, withTypo } from "./typos.ts";

/** The names of the figures. */
export const FORM = {
  plain: "plain",
  question: "as a question",
  guessed: "the same, required words guessed",
  pasted: "pasted with output around it",
  slip: "with a slip of the pen",
  heading: "a heading brings its section first",
  code: "codes and names found",
} as const;
/** Before the name of a family of questions. */
export const FAMILY = "asked: ";

/** How one form of the queries did. */
export interface FormFigures {
  readonly name: string;
  readonly count: number;
  /** Share of the queries that were answered. */
  readonly share: number;
  /** The same over the share of the plain form, where there is one. */
  readonly ratio?: number;
}

/**
 * Asks the queries in all forms; questions and pasted errors are put in those
 * of one half, families in the ones that there are.
 */
export async function measureForms(
  finder: Finder,
  queries: readonly EvalQuery[],
  half: Half,
): Promise<FormFigures[]> {
  const hit = (query: EvalQuery, text: string, required: string[]) =>
    isHit(finder, query, text, required);
  const plain: number[] = [];
  const question: number[] = [];
  const guessed: number[] = [];
  const clean: number[] = [];
  const slipped: number[] = [];
  const pasted: number[] = [];
  const families = new Map<string, number[]>();
  const lot = lots(5);
  for (const [i, query] of queries.entries()) {
    const { text } = query;
    const required = defaultRequiredTerms(text);
    const japanese = isJapanese(text);
    const forms = questionForms(half, japanese);
    const own = await hit(query, text, required);
    plain.push(own);
    const form = wrap(forms[i % forms.length] ?? "{}", text);
    question.push(await hit(query, form, required));
    guessed.push(await hit(query, form, defaultRequiredTerms(form)));
    const paste = pastedForms(half, japanese);
    const output = wrap(paste[i % paste.length] ?? "{}", text);
    pasted.push(await hit(query, output, required));
    for (const [name, family] of questionFamilies(japanese)) {
      const asked = wrap(family[i % family.length] ?? "{}", text);
      const hits = families.get(name) ?? [];
      hits.push(await hit(query, asked, required));
      families.set(name, hits);
    }
    const slip = withTypo(text, lot);
    if (slip === undefined) continue;
    clean.push(own);
    slipped.push(await hit(query, slip, defaultRequiredTerms(slip)));
  }
  return [
    { name: FORM.plain, ...shareOf(plain) },
    { name: FORM.question, ...ratioOf(question, plain) },
    { name: FORM.guessed, ...ratioOf(guessed, plain) },
    { name: FORM.pasted, ...ratioOf(pasted, plain) },
    ...[...families].map(([name, hits]) => ({
      name: FAMILY + name,
      ...ratioOf(hits, plain),
    })),
    { name: FORM.slip, ...ratioOf(slipped, clean) },
  ];
}

/** Asks for headings and codes of the documents, at most so many of each. */
export async function measureTexts(
  finder: Finder,
  documents: readonly Document[],
  limits: { readonly headings: number; readonly codes: number },
): Promise<FormFigures[]> {
  const headings = evenly(uniqueHeadings(documents), limits.headings);
  const codes = evenly(codesIn(documents), limits.codes);
  return [
    await headingFigures(finder, headings),
    await codeFigures(finder, codes),
  ];
}

/** About `count` of them, from all parts of the list. */
function evenly<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, i) => all[Math.floor(i * step)],
  ) as T[];
}

async function isHit(
  finder: Finder,
  { relevant, exclude }: EvalQuery,
  text: string,
  required: string[],
): Promise<number> {
  const { trace_id } = await finder.find({
    query: text,
    manual_id: "manual",
    required_terms: required,
    use_cache: false,
  });
  const { items } = finder.hits({ trace_id, kind: "candidates" });
  const paths = [...new Set(items.map(({ ref }) => ref.path))]
    .filter((path) => !exclude.has(path));
  return judge(paths, relevant).hit5;
}

/** Whether the section of a heading comes first when the heading is asked. */
async function headingFigures(
  finder: Finder,
  headings: ReturnType<typeof uniqueHeadings>,
): Promise<FormFigures> {
  const first: number[] = [];
  for (const { title, path, startLine } of headings) {
    const { trace_id } = await finder.find({
      query: title,
      manual_id: "manual",
      required_terms: defaultRequiredTerms(title),
      use_cache: false,
    });
    const [top] = finder.hits({ trace_id, kind: "candidates" }).items;
    const { ref } = top ?? {};
    first.push(ref?.path === path && ref.start_line === startLine ? 1 : 0);
  }
  return { name: FORM.heading, ...shareOf(first) };
}

/** Whether codes, versions and names of the text are called absent. */
async function codeFigures(
  finder: Finder,
  codes: readonly string[],
): Promise<FormFigures> {
  const found: number[] = [];
  for (const code of codes) {
    const { applied, summary } = await finder.find({
      query: code,
      manual_id: "manual",
      required_terms: [code],
      use_cache: false,
    });
    const isThere = applied.required_terms_missing.length === 0;
    found.push(isThere && summary.candidates > 0 ? 1 : 0);
  }
  return { name: FORM.code, ...shareOf(found) };
}

function shareOf(
  hits: readonly number[],
): Pick<FormFigures, "count" | "share"> {
  return { count: hits.length, share: rounded(mean(hits)) };
}

function ratioOf(
  hits: readonly number[],
  plain: readonly number[],
): Pick<FormFigures, "count" | "share" | "ratio"> {
  const share = mean(plain);
  return {
    ...shareOf(hits),
    ratio: share > 0 ? rounded(mean(hits) / share) : 1,
  };
}

function mean(hits: readonly number[]): number {
  return hits.reduce((all, own) => all + own, 0) / Math.max(1, hits.length);
}
