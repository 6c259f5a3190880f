import { attacksOn, attackStrings, LONG } from "./attack_strings.ts";
import { isBounded, parseRegex } from "./parse_regex.ts";

/** What is known of a pattern. */
export type RegexVerdict =
  /** It repeats nothing without bound: linear by its form. */
  | { readonly kind: "bounded" }
  /** It stayed linear on strings made to be hard for it. */
  | { readonly kind: "measured"; readonly strings: number }
  | {
    readonly kind: "slow";
    readonly length: number;
    readonly ms: number;
    readonly example: string;
  };

// The first finds exponents before they take for ever, the last squares.
const LENGTHS = [22, 250, 2000, 8000, 32_000];
// A linear match takes nanoseconds a character, a quadratic one at the longest
// length tens of microseconds: this lies far from both.
const LIMIT_US_PER_CHAR = 1;
const SLACK_MS = 2;
// A busy machine spoils some attempts, a slow pattern all of them.
const ATTEMPTS = 12;

/**
 * Proves a pattern harmless by its form, or measures it.
 *
 * @param maxLength How long its input can be, where something limits that.
 */
export function measureRegex(
  regex: RegExp,
  maxLength = Infinity,
): RegexVerdict {
  const pattern = parseRegex(regex);
  if (isBounded(pattern, LONG)) return { kind: "bounded" };
  const attacks = attacksOn(pattern);
  let strings = 0;
  for (const longest of LENGTHS) {
    const length = Math.min(longest, maxLength);
    const limit = SLACK_MS + length * LIMIT_US_PER_CHAR / 1000;
    for (const attack of attacks) {
      for (const text of attackStrings(attack, length)) {
        strings++;
        const ms = timeOf(regex, text, limit);
        if (ms > limit) {
          const example = `${JSON.stringify(attack.prefix)} + ${
            JSON.stringify(attack.pump)
          } × n`;
          return { kind: "slow", length: text.length, ms, example };
        }
      }
    }
  }
  return { kind: "measured", strings };
}

/** The best of some attempts; one below the limit is enough. */
function timeOf(regex: RegExp, text: string, limit: number): number {
  let best = Infinity;
  for (let i = 0; i < ATTEMPTS && best > limit; i++) {
    regex.lastIndex = 0;
    const started = performance.now();
    if (regex.global) text.replace(regex, "");
    else regex.exec(text);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
