/** A section that a search met. */
export interface MetSection {
  readonly path: string;
  readonly startLine: number;
  /** Its number in this search, from 0. */
  readonly key: number;
  /** Its file's number in this search, from 0. */
  readonly file: number;
  /** Another one of the same file, met before. */
  readonly before: MetSection | undefined;
}

/**
 * Small numbers for the sections that a search meets, and for their files. Parts
 * of a long section are rows of their own, perhaps in several segments, and
 * count once.
 */
export class SectionKeys {
  readonly #files = new Map<string, MetSection>();
  #count = 0;

  /** The section that starts there. */
  of(path: string, startLine: number): MetSection {
    const before = this.#files.get(path);
    for (let met = before; met; met = met.before) {
      if (met.startLine === startLine) return met;
    }
    const file = before?.file ?? this.#files.size;
    const met = { path, startLine, key: this.#count++, file, before };
    this.#files.set(path, met);
    return met;
  }
}
