/**
 * Enough of a regular expression's structure to make strings that are hard for
 * it: what leads to each unbounded repetition, and what it repeats.
 *
 * @module
 */

/** A part of a pattern. */
export type Part =
  /** One character; a few that it matches. */
  | { readonly kind: "char"; readonly samples: readonly string[] }
  /** Alternatives, each a sequence. */
  | { readonly kind: "group"; readonly options: readonly (readonly Part[])[] }
  | {
    readonly kind: "repeat";
    readonly part: Part;
    readonly min: number;
    readonly max: number;
  }
  /** Anchors, boundaries and back references: no characters of their own. */
  | { readonly kind: "empty" };

const ALPHABET = [
  ..." \tax0A_-./\\:;,\"'`*#<>[](){}=+!?&%@~|^$\n\r\0é漢ーカ。々\u3000😀\uE200\uE201",
];
const MAX_SAMPLES = 3;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/;
const GROUP = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/;
const ESCAPE =
  /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Z]|k<\w+>|\d+|[^])/;
const NO_CHARACTERS = /^\\(?:[bB]|k<|[1-9])/;

/** Takes a pattern apart. */
export function parseRegex({ source, flags }: RegExp): Part {
  const parser = new Parser(source, flags.replace(/[gyd]/g, ""));
  return parser.alternatives();
}

class Parser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  alternatives(): Part {
    const options: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#next() !== ")") {
      if (this.#next() === "|") {
        this.#at++;
        options.push([]);
      } else {
        options.at(-1)?.push(this.#repeated(this.#part()));
      }
    }
    return { kind: "group", options };
  }

  #next(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.#source.slice(this.#at));
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #repeated(part: Part): Part {
    const found = this.#take(QUANTIFIER);
    if (!found) return part;
    const [text, min, comma, max] = found;
    if (min !== undefined) {
      const from = Number(min);
      const to = !comma ? from : max === "" ? Infinity : Number(max);
      return { kind: "repeat", part, min: from, max: to };
    }
    const many = !text.startsWith("?");
    return {
      kind: "repeat",
      part,
      min: text.startsWith("+") ? 1 : 0,
      max: many ? Infinity : 1,
    };
  }

  #part(): Part {
    const next = this.#next();
    if (next === "(") return this.#group();
    if (next === "^" || next === "$") {
      this.#at++;
      return { kind: "empty" };
    }
    if (next === "[") return this.#char(this.#class());
    if (next === "\\") {
      const escape = this.#take(ESCAPE)?.[0] ?? "";
      return NO_CHARACTERS.test(escape)
        ? { kind: "empty" }
        : this.#char(escape);
    }
    const char = String.fromCodePoint(
      this.#source.codePointAt(this.#at) ?? 0,
    );
    this.#at += char.length;
    return this.#char(char);
  }

  #group(): Part {
    this.#take(GROUP);
    const inside = this.alternatives();
    this.#at++;
    return inside;
  }

  /** The source of a class, brackets included. */
  #class(): string {
    const from = this.#at++;
    while (this.#at < this.#source.length && this.#next() !== "]") {
      this.#at += this.#next() === "\\" ? 2 : 1;
    }
    return this.#source.slice(from, ++this.#at);
  }

  #char(source: string): Part {
    const matches = new RegExp(`^(?:${source})$`, this.#flags);
    const literal = [...source].length === 1 ? [source] : [];
    const samples = [...literal, ...ALPHABET]
      .filter((char) => matches.test(char)).slice(0, MAX_SAMPLES);
    return { kind: "char", samples };
  }
}

/**
 * Tells whether a pattern repeats nothing but single characters, and those at
 * most `limit` times.
 */
export function isBounded(part: Part, limit: number): boolean {
  switch (part.kind) {
    case "group":
      return part.options.every((option) =>
        option.every((inner) => isBounded(inner, limit))
      );
    case "repeat":
      return part.max <= 1
        ? isBounded(part.part, limit)
        : part.part.kind === "char" && part.max <= limit;
    default:
      return true;
  }
}
