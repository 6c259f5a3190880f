/**
 * The queries of a collection in other forms: as questions, with a slip of the
 * pen, as headings, as codes. Each is reported as a ratio to the plain form.
 *
 * @module
 */
import { defaultRequiredTerms } from "../../src/manuals/search/default_required.ts";
import type { Finder } from "../../src/manuals/find/finder.ts";
import { codesIn } from "./codes.ts";
import { type Collection, type EvalQuery, isJapanese } from "./collection.ts";
import type { Half } from "./half.ts";
import { uniqueHeadings } from "./headings.ts";
import { judge } from "./metrics.ts";
import { pastedForms } from "./pasted_forms.ts";
import { questionFamilies } from "./question_families.ts";
import { questionForms, wrap } from "./question_forms.ts";
import { lots, withTypo } from "./typos.ts";

/** The head of a list of {@linkcode formLine}s. */
export const FORMS_HEAD: string = "  " + "other forms".padEnd(34) +
  " count  hit@5 or found";

/** How one form of the queries did. */
export interface FormFigures {
  readonly name: string;
  readonly count: number;
  /** Share of the queries that were answered. */
  readonly share: number;
  /** The same over the share of the plain form, where there is one. */
  readonly ratio?: number;
}

/** How many of each are tried. */
export interface FormLimits {
  readonly queries: number;
  readonly headings: number;
  readonly codes: number;
}

/** Tries all forms; question forms are those of one half. */
export async function measureForms(
  finder: Finder,
  { documents, queries }: Pick<Collection, "documents" | "queries">,
  { half, limits }: { readonly half: Half; readonly limits: FormLimits },
): Promise<FormFigures[]> {
  const asked = evenly(queries, limits.queries);
  const hit = (query: EvalQuery, text: string, required: string[]) =>
    isHit(finder, query, text, required);
  const plain: number[] = [];
  const question: number[] = [];
  const clean: number[] = [];
  const typo: number[] = [];
  const pasted: number[] = [];
  const families = new Map<string, number[]>();
  const lot = lots(5);
  for (const [i, query] of asked.entries()) {
    const { text } = query;
    const required = defaultRequiredTerms(text);
    const japanese = isJapanese(text);
    const forms = questionForms(half, japanese);
    const own = await hit(query, text, required);
    plain.push(own);
    const form = forms[i % forms.length] ?? "{}";
    question.push(await hit(query, wrap(form, text), required));
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
    typo.push(await hit(query, slip, defaultRequiredTerms(slip)));
  }
  return [
    { name: "plain", ...shareOf(plain) },
    { name: "as a question", ...ratioOf(question, plain) },
    { name: "pasted with output around it", ...ratioOf(pasted, plain) },
    ...[...families].map(([name, hits]) => ({
      name: `  asked: ${name}`,
      ...ratioOf(hits, plain),
    })),
    { name: "with a typo", ...ratioOf(typo, clean) },
    await headingFigures(
      finder,
      evenly(uniqueHeadings(documents), limits.headings),
    ),
    await codeFigures(finder, evenly(codesIn(documents), limits.codes)),
  ];
}

/** A figure in one line. */
export function formLine({ name, count, share, ratio }: FormFigures): string {
  const told = ratio === undefined ? "" : `  ${ratio.toFixed(3)} × plain`;
  return `  ${name.padEnd(34)} ${String(count).padStart(5)}  ${
    share.toFixed(4)
  }${told}`;
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
  return { name: "a heading brings its section first", ...shareOf(first) };
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
  return { name: "codes and names found", ...shareOf(found) };
}

function shareOf(
  hits: readonly number[],
): Pick<FormFigures, "count" | "share"> {
  const sum = hits.reduce((all, own) => all + own, 0);
  return { count: hits.length, share: sum / Math.max(1, hits.length) };
}

function ratioOf(
  hits: readonly number[],
  plain: readonly number[],
): Pick<FormFigures, "count" | "share" | "ratio"> {
  const own = shareOf(hits);
  const { share } = shareOf(plain);
  return { ...own, ratio: share > 0 ? own.share / share : 1 };
}
