/** A run of `*` or `_` that may open or close emphasis. */
interface Run {
  readonly char: string;
  readonly length: number;
  left: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

const PARTS = /\0[\s\S]|\*+|_+|[^*_\0]+/g;
const SPACE = /[\s\u00a0]/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
// More runs than any heading has; matching them is quadratic.
const MAX_RUNS = 200;

/**
 * Removes the delimiters of emphasis that CommonMark §6.2 pairs up, and the NUL
 * before characters that stand for themselves.
 */
export function removeEmphasis(text: string): string {
  if (!/[*_\0]/.test(text)) return text;
  const parts = text.match(PARTS) ?? [];
  const runs: (Run | undefined)[] = parts.map((part, i) =>
    part[0] === "*" || part[0] === "_"
      ? makeRun(part, lastChar(parts[i - 1]), firstChar(parts[i + 1]))
      : undefined
  );
  pairUp(runs.filter((run) => run !== undefined).slice(0, MAX_RUNS));
  return parts.map((part, i) => {
    const run = runs[i];
    if (run) return run.char.repeat(run.left);
    return part[0] === "\0" ? part.slice(1) : part;
  }).join("");
}

function firstChar(part: string | undefined): string {
  const text = part?.[0] === "\0" ? part.slice(1) : part ?? " ";
  return String.fromCodePoint(text.codePointAt(0) ?? 32);
}

function lastChar(part: string | undefined): string {
  return Array.from(part?.slice(-2) ?? " ").at(-1) ?? " ";
}

/** Flanking, as the specification defines it. */
function makeRun(part: string, before: string, after: string): Run {
  const char = part[0] ?? "*";
  const spaceBefore = SPACE.test(before);
  const spaceAfter = SPACE.test(after);
  const markBefore = PUNCTUATION.test(before);
  const markAfter = PUNCTUATION.test(after);
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  return {
    char,
    length: part.length,
    left: part.length,
    opens: left && (char === "*" || !right || markBefore),
    closes: right && (char === "*" || !left || markAfter),
  };
}

function pairUp(runs: Run[]): void {
  for (let c = 0; c < runs.length; c++) {
    const closer = runs[c];
    if (!closer?.closes) continue;
    for (let o = c - 1; o >= 0 && closer.left > 0; o--) {
      const opener = runs[o];
      if (!opener || !canPair(opener, closer)) continue;
      const used = Math.min(opener.left, closer.left);
      opener.left -= used;
      closer.left -= used;
      // What lies between an opener and its closer can pair no more.
      runs.splice(o + 1, c - o - 1);
      c = o + 1;
    }
  }
}

function canPair(opener: Run, closer: Run): boolean {
  if (opener.char !== closer.char || !opener.opens || opener.left === 0) {
    return false;
  }
  // The rule of three: `**a*` and its like do not pair.
  const both = opener.closes || closer.opens;
  return !both || (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0);
}
