import type { Clock } from "../../runtime/runtime.ts";
import { ls, type LsParams, type LsResult } from "./ls.ts";
import type { ManualLibrary } from "./manual_library.ts";
import {
  read,
  type ReadMemory,
  type ReadParams,
  type ReadResult,
  type SectionRef,
} from "./read.ts";
import { scan, type ScanParams, type ScanResult } from "./scan.ts";
import { type WholeSection, wholeSection } from "./whole_section.ts";
import { toc, type TocParams, type TocResult } from "./toc.ts";

/** Options of {@linkcode Manuals}. */
export interface ManualsOptions {
  /** Lets other work run between slices of a long walk. */
  readonly clock: Clock;
  /**
   * Default `max_chars` of `scan`.
   * @default {12000}
   */
  readonly scanMaxChars?: number;
}

/**
 * What can be done with the manuals of a library. Every method rejects with a
 * {@linkcode ManualError} for what its caller can put right.
 */
export class Manuals {
  readonly #library: ManualLibrary;
  readonly #clock: Clock;
  readonly #scanMaxChars: number | undefined;

  /** Looks at nothing before the first call. */
  constructor(library: ManualLibrary, options: ManualsOptions) {
    this.#library = library;
    this.#clock = options.clock;
    this.#scanMaxChars = options.scanMaxChars;
  }

  /** Lists the manuals, or what a directory of one holds. */
  async ls(params: LsParams = {}): Promise<LsResult> {
    return await ls(this.#library, params);
  }

  /** Lists the files of a manual, and their headings with `depth: "deep"`. */
  async toc(
    params: TocParams,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<TocResult> {
    const pause = (): Promise<void> =>
      new Promise((resolve) => void this.#clock.after(0, resolve));
    return await toc(this.#library, params, { ...options, pause });
  }

  /**
   * Reads a section with its subsections.
   *
   * @param memory Makes a repeated call go on where the last one stopped; a
   * reader without one goes on with `scan`, at `next_cursor`.
   */
  async read(params: ReadParams, memory?: ReadMemory): Promise<ReadResult> {
    return await read(this.#library, params, memory);
  }

  /** Reads a section with its title, whatever the format of its file. */
  async section(ref: SectionRef): Promise<WholeSection> {
    return await wholeSection(this.#library, ref);
  }

  /** Reads a file page by page. */
  async scan(params: ScanParams): Promise<ScanResult> {
    return await scan(this.#library, params, this.#scanMaxChars);
  }
}
