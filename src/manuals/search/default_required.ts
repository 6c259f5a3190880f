const RUN = /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|[A-Za-z0-9][\w.-]*/gu;
// Runs of ASCII alone: a pattern over scripts takes milliseconds to compile.
const ASCII_RUN = /[A-Za-z0-9][\w.-]*/g;
const ASCII = /^[\0-\x7f]*$/;
const MAX_CHARS = 32;
// A shorter question hardly has another subject than its longest words.
const MIN_STORY_WORDS = 8;

/**
 * Required terms for a query that comes without: its two longest distinct runs
 * of Han, Katakana or alphanumeric characters, the earlier one first among
 * equals; the query itself, cut, if it has none.
 */
export function defaultRequiredTerms(query: string): string[] {
  const runs = [
    ...new Set(query.match(ASCII.test(query) ? ASCII_RUN : RUN) ?? []),
  ];
  const longest = runs.sort((a, b) => b.length - a.length).slice(0, 2);
  return longest.length > 0 ? longest : [query.trim().slice(0, MAX_CHARS)];
}

/**
 * Tells whether terms say what a query is about: those of somebody who chose
 * them do, and so do long runs of a Japanese text. The longest words of an
 * English one need not: they may be of the story around a question.
 */
export function tellSubject(query: string, terms: readonly string[]): boolean {
  if (!ASCII.test(query) || query.split(" ").length < MIN_STORY_WORDS) {
    return true;
  }
  const longest = defaultRequiredTerms(query).map((term) => term.toLowerCase());
  return longest.length !== terms.length ||
    longest.some((term, i) => term !== terms[i]);
}
