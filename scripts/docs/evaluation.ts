/**
 * The page of the evaluation: every figure in its generated half comes from the
 * last recorded run, `docs/evaluation.json`.
 *
 * @module
 */
import {
  type CollectionFigures,
  type Evaluation,
  G0,
  type HalfFigures,
  PUBLISHED,
  RANDOM_TERM,
  type SystemFigures,
} from "../eval/figures.ts";
import { FAMILY, FORM, type FormFigures } from "../eval/forms.ts";
import { differenceText } from "../eval/report.ts";
import {
  behindBaselines,
  judgeTargets,
  type Miss,
  short,
} from "./evaluation_misses.ts";
import { SETS } from "./evaluation_sets.ts";
import { table } from "./table.ts";

/** Where `deno task eval --record` puts its figures. */
export const RECORDED = new URL("../../docs/evaluation.json", import.meta.url);

/** A share of fewer queries tells nothing. */
const FEWEST = 10;

/** The recorded figures. */
export function readEvaluation(text: string): Evaluation {
  return JSON.parse(text);
}

/** The page's generated half. */
export function evaluationPage(
  { date, versions, collections }: Evaluation,
): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" })
    .format(new Date(date));
  const { "openai-responses-mcp": ours, ...others } = versions;
  const beside = Object.entries(others).map((pair) => pair.join(" "))
    .join(", ");
  return [
    `Recorded on ${day} (Asia/Tokyo) with version ${ours}, beside it ${beside}.`,
    "## Where it is behind",
    behind(collections),
    "## Collections",
    sets(collections),
    "## Beside baselines",
    "The best baseline of each half, and the mean difference in nDCG@10 with its 95 % interval (bootstrap over the queries). An interval with zero in it shows none.",
    besideBest(collections),
    "All of them, half a / half b:",
    ...collections.flatMap(allSystems),
    "## Required terms",
    "The two longest words of a query are required, as on the command line. “g0 alone” requires nothing. A term drawn by lot from the query shows what a bad choice costs.",
    requiredTerms(collections),
    "## Other forms of the queries",
    `Each query is asked once in each of these ways; a figure is the hit@5 over that of the plain query, half a / half b; “–” is fewer than ${FEWEST} queries. “${FORM.question}” and “${FORM.pasted}”: half a is put in the forms that everything was tuned with, half b in others. The required terms are those of the plain query, as somebody who asks would know them; “${FORM.guessed}” takes the two longest words of the question instead. The families (“${FAMILY}…”) are the same in both halves: no weight was tuned with them, but lists of words that only ask were mended after a look at them. How a misspelt word is searched was chosen with both halves in view.`,
    otherForms(collections),
    "## Headings and codes",
    "A heading that one section alone has is asked for, and its section should be the first hit. Codes, versions, names and Japanese words of the text are required and must not be called absent. They come from the documents, so there are no halves.",
    texts(collections),
    ...published(collections),
  ].join("\n\n");
}

function behind(collections: readonly CollectionFigures[]): string {
  const losses = behindBaselines(collections);
  const { count, missed } = judgeTargets(collections);
  const head = ["Collection", "Half", "What", "How much"];
  const told = (rows: readonly Miss[]): string[] =>
    rows.length > 0 ? [table(head, rows)] : [];
  return [
    losses.length > 0
      ? "A baseline is better here:"
      : "No baseline is better in any measure of any half.",
    ...told(losses),
    `${count - missed.length} of ${count} targets are met${
      missed.length > 0 ? "; these are not:" : "."
    }`,
    ...told(missed),
  ].join("\n\n");
}

function sets(collections: readonly CollectionFigures[]): string {
  return table(
    ["Collection", "What it is", "Documents", "Queries a / b", "Fingerprint"],
    collections.map(({ name, documents, halves, fingerprint }) => [
      name,
      SETS[name] ?? "",
      documents.toLocaleString("en-US"),
      halves.map(({ queries }) => queries).join(" / "),
      fingerprint,
    ]),
  );
}

function besideBest(collections: readonly CollectionFigures[]): string {
  const rows = eachHalf(collections, (name, { half, baselines, ours }) => {
    const best = baselines.find((one) => one.name === ours.difference?.to);
    return [
      name,
      half,
      best?.name ?? "",
      short(best?.ndcg ?? NaN),
      short(ours.ndcg),
      difference(ours),
    ];
  });
  const head = ["Collection", "Half", "Best baseline", "Its nDCG@10", "Ours"];
  return table([...head, "Difference"], rows);
}

function allSystems({ name, halves }: CollectionFigures): string[] {
  const systems = (half: HalfFigures): readonly SystemFigures[] => [
    half.ours,
    ...half.baselines,
  ];
  const [first] = halves;
  const rows = first
    ? systems(first).map((system, i) => {
      const cells = (["ndcg", "mrr", "recall", "hit5"] as const).map((key) =>
        halves.map((half) => short(systems(half)[i]?.[key] ?? NaN))
          .join(" / ")
      );
      return [system.name, ...cells];
    })
    : [];
  const head = [name, "nDCG@10", "MRR@10", "Recall@10", "Hit@5"];
  return [table(head, rows)];
}

function requiredTerms(collections: readonly CollectionFigures[]): string {
  const rows = eachHalf(collections, (name, half) => {
    const random = variantOf(half, RANDOM_TERM);
    return [
      name,
      half.half,
      short(half.ours.ndcg),
      short(variantOf(half, G0)?.ndcg ?? NaN),
      short(random?.ndcg ?? NaN),
      difference(random),
    ];
  });
  const head = ["Collection", "Half", "Ours", "g0 alone", "One by lot"];
  return table([...head, "By lot, less g0 alone"], rows);
}

function otherForms(collections: readonly CollectionFigures[]): string {
  const names = new Set(
    collections.flatMap(({ halves }) =>
      halves.flatMap(({ forms }) => forms.map(({ name }) => name))
    ),
  );
  const rows = [...names].map((name) => [
    name === FORM.plain ? "plain, hit@5 itself" : name,
    ...collections.map(({ halves }) =>
      halves.map(({ forms }) => {
        const form = forms.find((one) => one.name === name);
        if (!form || form.count < FEWEST) return "–";
        return short(form.ratio ?? form.share);
      }).join(" / ")
    ),
  ]);
  return table(["Form", ...collections.map(({ name }) => name)], rows);
}

function texts(collections: readonly CollectionFigures[]): string {
  const cells = (forms: readonly FormFigures[], wanted: string): string[] => {
    const { count = 0, share = NaN } =
      forms.find(({ name }) => name === wanted) ?? {};
    return [String(count), short(share)];
  };
  return table(
    ["Collection", "Headings", "First hit", "Codes and names", "Found"],
    collections.map(({ name, texts }) => [
      name,
      ...cells(texts, FORM.heading),
      ...cells(texts, FORM.code),
    ]),
  );
}

function published(collections: readonly CollectionFigures[]): string[] {
  const rows = eachHalf(collections, (name, half) => {
    const system = variantOf(half, PUBLISHED);
    return [
      name,
      half.half,
      short(half.ours.ndcg),
      short(system?.ndcg ?? NaN),
      difference(system),
    ];
  });
  if (rows.every(([, , , figure]) => figure === "NaN")) return [];
  const head = ["Collection", "Half", "Embedded", "Published", "Difference"];
  return ["## Published manuals", table(head, rows)];
}

function eachHalf(
  collections: readonly CollectionFigures[],
  row: (name: string, half: HalfFigures) => string[],
): string[][] {
  return collections.flatMap(({ name, halves }) =>
    halves.map((half) => row(name, half))
  );
}

function variantOf(
  { variants }: HalfFigures,
  name: string,
): SystemFigures | undefined {
  return variants.find((system) => system.name === name);
}

function difference(system: SystemFigures | undefined): string {
  return system?.difference ? differenceText(system.difference) : "";
}
