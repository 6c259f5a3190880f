import type { Clock } from "../../runtime/runtime.ts";
import { ls, type LsParams, type LsResult } from "./ls.ts";
import type { WalkOptions } from "./corpus.ts";
import type { ManualLibrary } from "./manual_library.ts";
import type { SkippedCount } from "./skipped_documents.ts";
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

/** Of a call that may take a while. */
export interface Cancellable {
  /** Ends the call with the signal's reason. */
  readonly signal?: AbortSignal;
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
  async ls(
    params: LsParams = {},
    options: Cancellable = {},
  ): Promise<LsResult> {
    return await ls(this.#library, params, this.#walk(options));
  }

  /** Documents of a manual that no search looks into, because of their format. */
  async unread(
    manualId: string,
    options: Cancellable = {},
  ): Promise<readonly SkippedCount[]> {
    return await this.#library.unread?.(manualId, this.#walk(options)) ?? [];
  }

  /** Lists the files of a manual, and their headings with `depth: "deep"`. */
  async toc(
    params: TocParams,
    options: Cancellable = {},
  ): Promise<TocResult> {
    return await toc(this.#library, params, this.#walk(options));
  }

  /** Others have their turn between slices of a long walk. */
  #walk(options: Cancellable): WalkOptions {
    return { ...options, pause: () => this.#clock.turn() };
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
