import type { Clock, Files } from "../../runtime/runtime.ts";
import { Library } from "./library.ts";
import { ls, type LsResult } from "./ls.ts";
import {
  read,
  type ReadMemory,
  type ReadParams,
  type ReadResult,
} from "./read.ts";
import { scan, type ScanParams, type ScanResult } from "./scan.ts";
import { toc, type TocParams, type TocResult } from "./toc.ts";

/** What the manuals need from the machine. */
export interface ManualsRuntime {
  /** The file system. */
  readonly files: Files;
  /** Lets other work run between slices of a long walk. */
  readonly clock: Clock;
}

/** Options of {@linkcode Manuals}. */
export interface ManualsOptions {
  /** The directory whose sub-directories are the manuals. */
  readonly root: string;
  /**
   * Default `max_chars` of `scan`.
   * @default {12000}
   */
  readonly scanMaxChars?: number;
}

/**
 * The manuals below one root. Every method throws {@linkcode ManualError} for
 * what its caller can put right.
 */
export class Manuals {
  readonly #library: Library;
  readonly #clock: Clock;
  readonly #scanMaxChars: number | undefined;

  /** Looks at nothing before the first call. */
  constructor(runtime: ManualsRuntime, options: ManualsOptions) {
    this.#library = new Library(runtime.files, options.root);
    this.#clock = runtime.clock;
    this.#scanMaxChars = options.scanMaxChars;
  }

  /** Lists the manuals, or what a directory of one holds. */
  async ls(params: { readonly id?: string | null } = {}): Promise<LsResult> {
    return await ls(this.#library, params.id ?? undefined);
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
   * @param memory Makes a repeated call go on where the last one stopped.
   */
  async read(params: ReadParams, memory?: ReadMemory): Promise<ReadResult> {
    return await read(this.#library, params, memory);
  }

  /** Reads a file page by page. */
  async scan(params: ScanParams): Promise<ScanResult> {
    return await scan(this.#library, params, this.#scanMaxChars);
  }
}
