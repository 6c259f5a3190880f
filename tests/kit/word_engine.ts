import type {
  SearchEngine,
  SearchQuestion,
  SearchResult,
} from "../../src/manuals/search/engine.ts";
import type { Hit } from "../../src/manuals/search/hit.ts";
import { hit } from "./hits.ts";

/** Sections by their title, all of one file, one line each. */
export type Sections = Readonly<Record<string, string>>;

/** Searches sections in memory, word by word: no files, no index, no ranks. */
export class WordEngine implements SearchEngine {
  /** What it was asked. */
  readonly asked: SearchQuestion[] = [];
  closed = false;
  readonly #sections: readonly { title: string; text: string }[];

  constructor(sections: Sections) {
    this.#sections = Object.entries(sections)
      .map(([title, text]) => ({ title, text: text.toLowerCase() }));
  }

  search(question: SearchQuestion): Promise<SearchResult> {
    this.asked.push(question);
    const { requiredTerms: terms, maxHits } = question;
    const count = (wanted: readonly string[]): number =>
      this.#sections.filter(({ text }) =>
        wanted.every((term) => text.includes(term))
      ).length;
    return Promise.resolve({
      hits: this.#rank(question).slice(0, maxHits),
      required: {
        sections: this.#sections.length,
        terms: terms.map((term) => ({ term, sections: count([term]) })),
        withAll: count(terms),
        withKept: count(terms),
        candidates: count(terms),
      },
      runs: [],
      searched: { files: 1, sections: this.#sections.length },
      unscanned: [{ path: "late.md", reason: "time_budget" }],
      cut: false,
      version: "1",
    });
  }

  #rank({ query, requiredTerms }: SearchQuestion): Hit[] {
    const words = query.toLowerCase().split(/\W+/);
    return this.#sections.map(({ title, text }, i) => {
      const matched = words.filter((word) => text.includes(word))
        .map((word) => ({ word, count: text.split(word).length - 1 }));
      const score = matched.length / words.length;
      const holds = requiredTerms.some((term) => text.includes(term));
      const signals = holds ? ["required_term" as const] : [];
      return hit({ title, startLine: i + 1, score, matched, signals });
    }).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}
