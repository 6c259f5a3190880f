import { normalizeText } from "../../manuals/search/local/tokens/fold_text.ts";
import { cut } from "../../text/show.ts";

const MAX_CHARS = 300;
/** Longer sections are looked at so far only. */
const MAX_LOOKED_AT = 50_000;
const GAP = " … ";
// Of what has no spaces, two characters tell more than a whole run.
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;

interface Line {
  readonly at: number;
  readonly text: string;
  readonly weight: number;
}

/**
 * The best lines of a section, at most 300 characters: those that hold most of
 * what was asked for, in their order. Its heading is left out.
 */
export function snippet(
  section: string,
  query: string,
  matched: readonly string[],
): string {
  const terms = termsOf(query, matched);
  const [heading = "", ...rest] = section.slice(0, MAX_LOOKED_AT)
    .split(/\r\n?|\n/);
  const lines = rest.some((line) => line.trim() !== "") ? rest : [heading];
  const weighed = lines
    .map((line, at): Line => {
      const text = line.trim().replace(/\s+/g, " ");
      return { at, text, weight: weigh(text, terms) };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const best = [...weighed].sort((a, b) => b.weight - a.weight || a.at - b.at);
  const [first] = best;
  if (first === undefined) return "";
  if (first.text.length > MAX_CHARS) return around(first.text, terms);
  const chosen = [first];
  // Where nothing matched, what comes first says what it is about.
  const worth = first.weight > 0
    ? best.filter(({ weight }) => weight > 0)
    : weighed;
  let left = MAX_CHARS - first.text.length;
  for (const line of worth) {
    const needed = line.text.length + GAP.length;
    if (line === first || needed > left) continue;
    chosen.push(line);
    left -= needed;
  }
  return chosen.sort((a, b) => a.at - b.at)
    .map(({ at, text }, i, all) => {
      const before = all[i - 1];
      if (before === undefined) return text;
      return `${before.at === at - 1 ? " " : GAP}${text}`;
    })
    .join("");
}

function termsOf(query: string, matched: readonly string[]): string[] {
  const folded = normalizeText(query);
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? [];
  const pairs = (folded.match(DENSE) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2))
  );
  const all = [...matched.map(normalizeText), ...words, ...pairs];
  return [...new Set(all)].filter((term) => term !== "").slice(0, 200);
}

/** Words count by their length: what only asks is short. */
function weigh(line: string, terms: readonly string[]): number {
  const folded = normalizeText(line);
  let weight = 0;
  for (const term of terms) {
    if (folded.includes(term)) weight += Math.min(term.length, 12) ** 1.5;
  }
  return weight;
}

/** A long line from a little before the first long word that it holds. */
function around(line: string, terms: readonly string[]): string {
  const lower = line.toLowerCase();
  const at = [...terms].sort((a, b) => b.length - a.length)
    .map((term) => lower.indexOf(term))
    .find((found) => found >= 0) ?? 0;
  if (at < MAX_CHARS / 2) return cut(line, MAX_CHARS);
  const from = line.slice(at - 80).replace(/^[\uDC00-\uDFFF]/, "");
  return cut(`…${from}`, MAX_CHARS);
}
