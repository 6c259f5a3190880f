const RUN = /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|[A-Za-z0-9][\w.-]*/gu;
// The same for ASCII alone: a pattern over scripts takes milliseconds to compile.
const ASCII_RUN = /[A-Za-z0-9][\w.-]*/g;
const ASCII = /^[\0-\x7f]*$/;
const MAX_CHARS = 32;

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
