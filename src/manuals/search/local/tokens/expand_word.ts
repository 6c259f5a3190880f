import { stem } from "./stem.ts";

const WORD = /^[A-Za-z][a-z]*$/;
const LETTERS = /^[a-z]+$/;
const DIGITS = /^\d+$/;
const CODE = /^([a-z]{1,4})(\d{2,6})([a-z]?)$/;
// Letters and a number, of any length: found by both, however they are joined.
const NUMBERED = /^([a-z]{1,12})(\d{2,8})([a-z]?)$/;
// With a single digit only for several letters: `n-1` is a difference.
const SHORT_NUMBERED = /^([a-z]{2,12})(\d)([a-z]?)$/;
const VERSION = /^v?(\d+(?:\.\d+)+)$/i;
// `podBudget` → pod, Budget; `HTTPServer` → HTTP, Server.
const CAMEL = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const MARKS = /[\u0300-\u036f]/g;

/** Tells whether a term is a code such as `ab123`: letters, then digits. */
export function isCode(term: string): boolean {
  return CODE.test(term);
}

function expandPart(part: string, terms: string[]): void {
  const lower = part.toLowerCase();
  if (LETTERS.test(lower)) terms.push(stem(lower));
  else terms.push(lower);
  if (DIGITS.test(part)) return;
  // Before the humps: `E1234` must have the same terms as `e1234`.
  const code = NUMBERED.exec(lower);
  if (code) terms.push(stem(code[1] ?? ""), code[2] ?? "");
  if (code || lower === part) return;
  const humps = part.match(CAMEL) ?? [];
  if (humps.length < 2) return;
  for (const hump of humps) {
    if (hump.length > 1) terms.push(stem(hump.toLowerCase()));
  }
}

/**
 * The terms of one run of ASCII letters, digits and inner joiners:
 * `AB-123` gives `ab`, `123` and `ab123`; `1,000` gives `1000`; `v1.29` gives
 * `v1`, `29` and `1.29`; `podBudgets` gives `podbudget`, `pod`, `budget`.
 */
export function expandRun(run: string): string[] {
  // Most runs by far: a word, perhaps with a capital.
  if (WORD.test(run)) return [stem(run.toLowerCase())];
  const plain = run.replace(/['’]s$/i, "").replace(/['’]/g, "")
    .replace(/(?<=\d),(?=\d{3})/g, "");
  const parts = plain.split(/[-_.,]+/).filter((part) => part !== "");
  const terms: string[] = [];
  for (const part of parts) expandPart(part, terms);
  if (parts.length > 1 && parts.length < 5) {
    const joined = parts.join("").toLowerCase();
    const version = VERSION.exec(plain)?.[1];
    if (version !== undefined) terms.push(version);
    else if (CODE.test(joined)) terms.push(joined);
  }
  return terms;
}

/** The ways in which a person may write a code, a version or a number. */
export interface RunForms {
  /** As one token; absent where the index has none. */
  readonly whole?: string;
  /** As several, side by side. */
  readonly parts: readonly (readonly string[])[];
}

/** The forms of a run in lower case; none for what is written in one way. */
export function runForms(run: string): RunForms | undefined {
  const version = VERSION.exec(run)?.[1];
  if (version !== undefined) {
    const [first = "", ...rest] = version.split(".");
    return {
      whole: version,
      parts: [[first, ...rest], [`v${first}`, ...rest]],
    };
  }
  const joined = run.replace(/[-_.]/g, "");
  const code = NUMBERED.exec(joined) ?? SHORT_NUMBERED.exec(joined);
  // With a letter behind the number, its parts alone are another code's too.
  if (!code || code[3] !== "") {
    return code ? { whole: code[0], parts: [] } : undefined;
  }
  return { whole: code[0], parts: [[stem(code[1] ?? ""), code[2] ?? ""]] };
}

/** The term of a word beyond ASCII: lower case, without Latin accents. */
export function expandLetters(word: string): string[] {
  const base = word.toLowerCase().normalize("NFKD").replace(MARKS, "")
    .normalize("NFC");
  return [LETTERS.test(base) ? stem(base) : base];
}
