import { Index } from "flexsearch";

/** Sections in flexsearch, whole words, as it comes. */
export class Flexsearch {
  readonly #index = new Index({ tokenize: "strict" });

  /** Fills the index. */
  constructor(texts: readonly string[]) {
    texts.forEach((text, i) => this.#index.add(i + 1, text));
  }

  /** Runs one query: sections with some of the words, the best 50. */
  search(query: string): unknown[] {
    // Without suggestions only sections with all of the words would be found.
    return this.#index.search(query, { limit: 50, suggest: true });
  }
}
