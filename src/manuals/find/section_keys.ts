/**
 * Small numbers for the sections that a search meets: parts of a long section
 * are rows of their own, perhaps in several segments, and count once.
 */
export class SectionKeys {
  readonly #files = new Map<string, { lines: number[]; keys: number[] }>();
  #count = 0;

  /** The number of the section that starts there, from 0. */
  of(path: string, line: number): number {
    let file = this.#files.get(path);
    if (!file) {
      file = { lines: [], keys: [] };
      this.#files.set(path, file);
    }
    const at = file.lines.indexOf(line);
    if (at >= 0) return file.keys[at] ?? 0;
    file.lines.push(line);
    file.keys.push(this.#count);
    return this.#count++;
  }
}
