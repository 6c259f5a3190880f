/**
 * What programs print around a message: the frames of a stack, and when, where
 * and in which process a line was written. It is told by its shape, whatever
 * program and language it comes from.
 *
 * @module
 */
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";

const PRINTED_WEIGHT = 0.02;
const TOLD_WEIGHT = 0.25;
const OTHER_LINE_WEIGHT = 0.3;

/** How much of a line must be of a machine's making to be all of it. */
const MACHINE_SHARE = 0.5;
// A line with more words than a frame has says something.
const MIN_MESSAGE_WORDS = 4;
const WORD = /^[A-Za-z]{3,}[.:!?]?$/;
const OTHER_SCRIPT = /[\u3040-\u9fff\uac00-\ud7af]/;
const MAX_PREFIX_PIECES = 8;
const MAX_TIME_PIECES = 4;
const MIN_LINES = 2;
// Punctuation that joins what a person would read as one: paths, names, times.
const PIECE = /[^\s,;"'`{}()[\]<>|=]+/g;
// Also below a line number and a bar, as compilers quote sources.
const INDENTED = /^(?:\t| {2,}|\s{0,9}\d{0,9}\s{0,9}\|)/;
const FENCE = /^\s*(?:```|~~~)/;
// `alice@host:~$ `, `# `, `PS C:\>`: what follows is what was run.
const PROMPT =
  /^\s*(?:PS )?(?:[^\s@]{1,64}@\S{1,128}|[A-Z]:\\\S{0,256})?[$#%>](?= |$)/;
const TIME = /\d{1,2}:\d{2}|^\d{3,}\.\d{3,}$/;
const DIGIT = /\d/;
const LETTER = /[A-Za-z]/;
const STAMP = /^\d[\d:.+-]{0,40}T[\d:.+-]{1,40}Z?$/;
const HEX = /^[0-9a-f-]{8,64}$/i;
const ADDRESS = /0x[0-9a-f]/i;
const PATH = /[\\/][^\\/]{1,256}[\\/]|\w[.:]\w{1,5}:\d/;
const QUALIFIED = /\w::\w|[A-Za-z]\.[A-Za-z]\w{0,64}\.[A-Za-z<]/;
const LAST = /[.:!?]$/;
// `java.io.IOException:`: what follows is its message, however short.
const NAMED = /[A-Za-z]:$/;
// `11月18日`: a date, in whatever language the message is.
const DATE = /^\d[\d年月日時分秒]+$/;
// `Stack trace:` above the frames.
const ANNOUNCED = /:\s*$/;
const MAX_ANNOUNCING_WORDS = 5;
// Who writes a line twice alike repeats himself; a program writes many.
const MIN_ALIKE = 3;
// `src/pool.c:12:5:`: what follows is said of that place.
const PLACE = /^[^\s:]{1,256}\.\w{1,8}:\d{1,9}(?::\d{1,9})?:$/;

/** A text with a program's output in it, token by token. */
export interface PastedText {
  readonly lines: readonly PastedLine[];
  /** Tells whether a token was printed around a message. */
  readonly printed: readonly boolean[];
}

/** One line of it. */
export interface PastedLine {
  readonly text: string;
  /** It stands among what was printed, not in a paragraph of its own. */
  readonly isOutput: boolean;
  /** It is a command that somebody ran. */
  readonly isRun: boolean;
  /** Its first token, and the one after its last. */
  readonly start: number;
  readonly end: number;
}

/**
 * Takes a text with output in it apart. Nothing for any other: what somebody
 * types on one line is meant.
 */
export function pastedText(
  text: string,
  tokens: readonly string[],
  analyzer: TextAnalyzer,
): PastedText | undefined {
  const lines = text.split("\n");
  if (lines.length < MIN_LINES) return undefined;
  const printed = tokens.map(() => false);
  const found: {
    readonly text: string;
    readonly paragraph: number;
    readonly start: number;
    readonly isRun: boolean;
  }[] = [];
  const outputs = new Set<number>();
  let at = 0;
  let paragraph = 0;
  let wasFrame = false;
  const prefixes = repeatedPrefixes(lines);
  lines.forEach((line, i) => {
    if (line.trim() === "" || FENCE.test(line)) {
      paragraph++;
      return;
    }
    const pieces = piecesOf(line);
    const isRun = PROMPT.test(line);
    const first = isRun ? 0 : printedPieces(line, pieces, wasFrame);
    // A line of signs alone, such as a bar, changes nothing.
    wasFrame = pieces.length > 0 ? first === pieces.length : wasFrame;
    const isAnnouncing = first === 0 && isAnnounced(line, lines[i + 1]);
    found.push({ text: line, paragraph, start: at, isRun });
    if (first > 0 || isRun) outputs.add(paragraph);
    const printedFirst = isAnnouncing
      ? pieces.length
      : Math.max(first, prefixes[i] ?? 0);
    pieces.forEach((piece, k) => {
      const isPrinted = k < printedFirst ||
        isMachine(piece) && !PATH.test(piece);
      for (const token of analyzer.tokens(piece)) {
        const next = tokens.indexOf(token, at);
        if (next < 0) continue;
        printed[next] = isPrinted;
        at = next + 1;
      }
    });
  });
  if (outputs.size === 0) return undefined;
  return {
    lines: found.map(({ text, paragraph, start, isRun }, i) => ({
      text,
      isRun,
      isOutput: outputs.has(paragraph),
      start,
      end: found[i + 1]?.start ?? tokens.length,
    })),
    printed,
  };
}

/**
 * Lowers what was printed around a message, and what is told around the output;
 * where lines hold what is required, also the other lines.
 */
export function lowerPasted(
  { lines, printed }: PastedText,
  weights: number[],
  { isTold, isRequired }: {
    readonly isTold: (line: PastedLine) => boolean;
    readonly isRequired: (at: number) => boolean;
  },
): void {
  const holds = lines.map(({ start, end }) => {
    for (let at = start; at < end; at++) {
      if (!printed[at] && isRequired(at)) return true;
    }
    return false;
  });
  lines.forEach((line, i) => {
    const isApart = holds.includes(true) ? !holds[i] : line.isRun;
    const apart = isApart ? OTHER_LINE_WEIGHT : 1;
    const told = !line.isOutput && isTold(line) ? TOLD_WEIGHT : 1;
    for (let at = line.start; at < line.end; at++) {
      const own = weights[at] ?? 1;
      if (printed[at]) weights[at] = own * PRINTED_WEIGHT;
      else if (!isRequired(at)) weights[at] = own * apart * told;
    }
  });
}

/** How many pieces at the beginning of a line are not its message. */
function printedPieces(
  line: string,
  pieces: readonly string[],
  wasFrame: boolean,
): number {
  // All of it is ASCII, whatever language the message is in.
  const message = pieces.findIndex((piece) =>
    OTHER_SCRIPT.test(piece) && !DATE.test(piece)
  );
  if (pieces.length > 1 && PLACE.test(pieces[0] ?? "")) return 1;
  const most = message < 0 ? MAX_PREFIX_PIECES : message;
  const first = pieces.slice(0, Math.min(most, MAX_PREFIX_PIECES));
  const isLog = first.slice(0, MAX_TIME_PIECES)
    .some((piece) => TIME.test(piece));
  const prefix = isLog ? first.findLastIndex(isMachine) + 1 : 0;
  const rest = pieces.slice(prefix);
  const isFrame = charsOf(rest.filter(isMachine)) >=
      MACHINE_SHARE * charsOf(rest) &&
    rest.filter((piece) => WORD.test(piece)).length < MIN_MESSAGE_WORDS &&
    message < 0 && !saysMessage(rest);
  return isFrame || wasFrame && INDENTED.test(line) ? pieces.length : prefix;
}

/** Tells whether a name is followed by its message. */
function saysMessage(pieces: readonly string[]): boolean {
  const name = pieces.findIndex((piece) =>
    NAMED.test(piece) && QUALIFIED.test(piece)
  );
  const message = name < 0 ? [] : pieces.slice(name + 1);
  return message.length > 0 && !message.some(isMachine);
}

/** Tells whether a line is the head of the frames that follow. */
function isAnnounced(line: string, next: string | undefined): boolean {
  if (next === undefined || !ANNOUNCED.test(line)) return false;
  const words = piecesOf(line).filter((piece) => WORD.test(piece));
  const below = piecesOf(next);
  return words.length <= MAX_ANNOUNCING_WORDS && below.length > 0 &&
    printedPieces(next, below, false) === below.length;
}

/** By line, how many pieces it begins with as its neighbours do: `npm ERR!`. */
function repeatedPrefixes(lines: readonly string[]): readonly number[] {
  const prefixes = lines.map(() => 0);
  for (let i = MIN_ALIKE - 1; i < lines.length; i++) {
    const [own = [], ...others] = lines.slice(i - MIN_ALIKE + 1, i + 1)
      .map(piecesOf);
    const differs = own.findIndex((piece, k) =>
      k === MAX_PREFIX_PIECES || others.some((other) => other[k] !== piece)
    );
    if (differs <= 0) continue;
    for (let k = 0; k < MIN_ALIKE; k++) {
      prefixes[i - k] = Math.max(prefixes[i - k] ?? 0, differs);
    }
  }
  return prefixes;
}

function piecesOf(line: string): readonly string[] {
  return line.match(PIECE) ?? [];
}

function charsOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function isMachine(piece: string): boolean {
  const bare = piece.replace(LAST, "");
  const isNumber = DIGIT.test(bare) &&
    (!LETTER.test(bare) || STAMP.test(bare) || HEX.test(bare));
  return isNumber || ADDRESS.test(bare) || PATH.test(piece) ||
    QUALIFIED.test(bare);
}
