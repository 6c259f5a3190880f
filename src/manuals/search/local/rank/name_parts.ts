// A stem differs from what stands in the name at its end.
const ENDING = 2;
const MIN_STEM_CHARS = 3;
const MAX_BETWEEN = 4;

/**
 * The parts of a name that stand behind it: `acceptFilter` is three tokens, the
 * whole and accept and filter. Who writes the name without its capitals does not
 * write them.
 */
export class NameParts {
  readonly #name: string;
  #at = 0;

  /** Of a name in lower case. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Tells whether a token is the next part of the name. */
  goesOnWith(token: string): boolean {
    const chars = Math.max(MIN_STEM_CHARS, token.length - ENDING);
    const begin = token.slice(0, chars);
    const found = this.#name.indexOf(begin, this.#at);
    if (found < 0 || found - this.#at > MAX_BETWEEN) return false;
    if (token.length >= this.#name.length) return false;
    this.#at = found + begin.length;
    return true;
  }
}
