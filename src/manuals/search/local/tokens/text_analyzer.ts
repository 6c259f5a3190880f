import { CharClasses } from "./char_class.ts";
import { foldText } from "./fold_text.ts";
import { TokenBuffer } from "./token_buffer.ts";
import { termsOf, tokenKind } from "./token_kind.ts";
import { Tokenizer } from "./tokenizer.ts";

// Token numbers have 16 bits; what queries taught it is forgotten before.
const MAX_KNOWN = 30_000;

/** Cuts queries and other short texts into tokens the way the index does. */
export class TextAnalyzer {
  /** Shared with the builders of indexes. */
  readonly classes: CharClasses = new CharClasses();
  readonly #buffer = new TokenBuffer();
  #names: string[] = [];
  #tokenizer: Tokenizer | undefined;

  /** The tokens of a text, in order. */
  tokens(text: string): string[] {
    const tokenizer = this.#ready();
    this.#buffer.length = 0;
    tokenizer.reset();
    tokenizer.tokenize(foldText(text), this.#buffer);
    const tokens: string[] = [];
    for (let i = 0; i < this.#buffer.length; i++) {
      tokens.push(this.#names[this.#buffer.data[i] ?? 0] ?? "");
    }
    return tokens;
  }

  /** `tokenKind` of each token. */
  kinds(tokens: readonly string[]): number[] {
    return tokens.map((token) => tokenKind(token, this.classes));
  }

  /** The terms by which a text is found. */
  terms(text: string): string[] {
    const tokens = this.tokens(text);
    return termsOf(tokens, this.kinds(tokens));
  }

  #ready(): Tokenizer {
    if (this.#tokenizer && this.#names.length < MAX_KNOWN) {
      return this.#tokenizer;
    }
    const names: string[] = [];
    const known = new Map<string, number>();
    this.#names = names;
    return this.#tokenizer = new Tokenizer(this.classes, (token) => {
      let number = known.get(token);
      if (number === undefined) {
        number = names.push(token) - 1;
        known.set(token, number);
      }
      return number;
    });
  }
}
