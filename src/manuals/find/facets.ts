import type { FindSettings } from "../search/settings.ts";

/** What a claim is about. */
export type Facet =
  | "definition"
  | "procedure"
  | "eligibility"
  | "exceptions"
  | "compare"
  | "unknown";

/** All facets, in the order in which they are told. */
export const FACETS: readonly Facet[] = [
  "definition",
  "procedure",
  "eligibility",
  "exceptions",
  "compare",
  "unknown",
];

const CUES: Readonly<Record<Exclude<Facet, "unknown">, RegExp>> = {
  definition:
    /とは|定義|意味|概要|\b(?:what (?:is|are)|means?|defin(?:e|es|ed|ition)|overview|refers to)\b/i,
  procedure:
    /手順|方法|やり方|するには|設定する|インストール|\b(?:how (?:to|do)|steps?|install|configure|procedure|run the)\b/i,
  eligibility:
    /条件|対象|要件|資格|必要があ|場合に限|\b(?:requires?|requirements?|eligib\w+|prerequisites?|must|only if)\b/i,
  exceptions:
    /ただし|但し|例外|除く|除き|ものの|できません|ありません|\b(?:except|unless|however|exception|not supported|cannot|excluding)\b/i,
  compare:
    /違い|比較|異なり|より(?:も|高|低|多|少)|一方|\b(?:versus|vs|differ\w*|compared?|whereas|unlike|than)\b/i,
};

/** Tells which facets a text is about; `unknown` when none. */
export function facetsOf(
  text: string,
  own: FindSettings["lexicon"]["facets"],
): Facet[] {
  const found = FACETS.filter((facet) =>
    facet !== "unknown" &&
    (CUES[facet].test(text) || own[facet].some((word) => text.includes(word)))
  );
  return found.length > 0 ? found : ["unknown"];
}

// Not what only sounds like one: "must" is `なければならない`, "may" `かもしれない`.
const DENIAL =
  /(?<!少|なら|しれ)ない|(?<!なり|しれ)ません|\b(?:not|never|cannot)\b|n['’]t\b/i;

/** Tells whether a text denies something, or takes some of it back. */
export function isExceptional(text: string, own: readonly string[]): boolean {
  return DENIAL.test(text) || CUES.exceptions.test(text) ||
    own.some((word) => text.includes(word));
}
