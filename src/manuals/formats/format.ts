import { list } from "../../text/show.ts";
import type { Link, ParsedFile } from "./section.ts";

/** A way to cut a file into sections. */
export interface Format {
  /** What people call it. */
  readonly name: string;
  /** What lists call the type of its files. */
  readonly type: string;
  /** How the names of its files end, with the dot and in lower case. */
  readonly endings: readonly string[];
  /**
   * Whether a section can be read on its own. A file of another format is
   * found and outlined as one section, and read page by page.
   */
  readonly hasSections: boolean;
  /**
   * Cuts a text into sections, one at least.
   *
   * @param name The file's own name, for what has no other title.
   */
  parse(text: string, name: string): ParsedFile;
  /** The text that a file is searched by, if not the one it is read by. */
  searchText?(text: string): string;
  /** The links of a text to other places of its manual. */
  links?(text: string): readonly Link[];
}

/** The formats that files are read by, found by how names end. */
export class FormatTable {
  /** Every format, in the order in which they are listed. */
  readonly formats: readonly Format[];
  /** All endings: two tables with the same ones find the same files. */
  readonly endings: string;
  readonly #byEnding: ReadonlyMap<string, Format>;

  /** Makes a table of formats that have no ending in common. */
  constructor(formats: readonly Format[]) {
    this.formats = formats;
    this.#byEnding = new Map(
      formats.flatMap((format) =>
        format.endings.map((ending) => [ending, format] as const)
      ),
    );
    this.endings = [...this.#byEnding.keys()].join(" ");
  }

  /** The format of a file by its name, in any case; `undefined` for none. */
  of(path: string): Format | undefined {
    const dot = path.lastIndexOf(".");
    return dot < 0
      ? undefined
      : this.#byEnding.get(path.slice(dot).toLowerCase());
  }

  /** Cuts the text of a file of the table into sections. */
  parse(path: string, text: string): ParsedFile {
    return parseAs(this.#known(path), path, text);
  }

  /** The text that a file of the table is searched by. */
  searchText(path: string, text: string): string {
    const format = this.#known(path);
    return format.searchText ? format.searchText(text) : text;
  }

  /** The links of a file of the table. */
  links(path: string, text: string): readonly Link[] {
    return this.#known(path).links?.(text) ?? [];
  }

  /** The names of its formats in a sentence: `Markdown or JSON`. */
  get names(): string {
    return list(this.formats.map(({ name }) => name), "or");
  }

  #known(path: string): Format {
    const format = this.of(path);
    if (format) return format;
    // Files are found through the table, so this is a defect.
    throw new TypeError(`Cannot parse a file by its name: ${path}`);
  }
}

/** Cuts the text of the file with a path into sections. */
export function parseAs(
  format: Format,
  path: string,
  text: string,
): ParsedFile {
  return format.parse(text, path.slice(path.lastIndexOf("/") + 1));
}
