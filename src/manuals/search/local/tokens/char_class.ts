/** Ends a run. */
export const OTHER = 0;
/** `a` to `z`, `A` to `Z`, `0` to `9`. */
export const ALNUM = 1;
/** May stand inside an alphanumeric run: `-`, `_`, `.`, `'`, `,`. */
export const JOINER = 2;
/** A letter of a script with spaces between words, beyond ASCII. */
export const LETTER = 3;
/** Kana, Hangul, Thai and other scripts without spaces between words. */
export const DENSE = 4;
/** Han, including the high surrogates of its extensions. */
export const HAN = 5;
/** A low surrogate: continues what its high surrogate began. */
export const LOW = 6;

/** Not worked out yet: ask {@linkcode CharClasses.of}. */
export const UNKNOWN = 255;

// Its patterns are made when it is called, which ASCII never does: they would
// add two milliseconds to the start of every process.
function classify(code: number): number {
  if (code >= 0xd840 && code <= 0xd8bf) return HAN;
  if (code >= 0xdc00 && code <= 0xdfff) return LOW;
  if (code >= 0xd800 && code <= 0xdbff) return OTHER;
  const char = String.fromCharCode(code);
  if (/[\p{Script=Han}々〆]/u.test(char)) return HAN;
  if (
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Bopomofo}ー]/u
      .test(char)
  ) return DENSE;
  return /[\p{L}\p{N}\p{M}]/u.test(char) ? LETTER : OTHER;
}

/**
 * The class of every UTF-16 unit. Beyond ASCII a class is worked out when it is
 * first asked for: all 65,536 at once would delay the first query.
 */
export class CharClasses {
  /** The classes known so far, for loops that cannot afford a call. */
  readonly table: Uint8Array = new Uint8Array(65536).fill(UNKNOWN);

  /** Fills in what runs are made of. */
  constructor() {
    this.table.fill(ALNUM, 48, 58);
    this.table.fill(ALNUM, 65, 91);
    this.table.fill(ALNUM, 97, 123);
    for (const char of "-_.',’") this.table[char.charCodeAt(0)] = JOINER;
  }

  /** The class of a UTF-16 unit. */
  of(code: number): number {
    const known = this.table[code] ?? OTHER;
    if (known !== UNKNOWN) return known;
    return this.table[code] = classify(code);
  }
}
