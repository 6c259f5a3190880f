import { runtime } from "../runtime/deno.ts";
import type { Clock, Files, Runtime } from "../runtime/runtime.ts";
import type { FormatTable } from "./formats/format.ts";
import { Library } from "./library/library.ts";
import type { ManualLibrary } from "./library/manual_library.ts";
import type { ManualSources } from "./library/manual_roots.ts";
import { LanceLibrary } from "./search/lance/serve/lance_library.ts";
import {
  type EngineSettings,
  LanceStore,
} from "./search/lance/serve/lance_store.ts";

/** Options of {@linkcode openLibrary}. */
export interface OpenLibraryOptions extends ManualSources {
  /**
   * Files and clock to use.
   * @default {the machine's}
   */
  readonly runtime?:
    & { readonly files: Files; readonly clock: Clock }
    & Partial<Pick<Runtime, "env" | "cwd" | "os">>;
  /**
   * Serve what was published, instead of files.
   * @default {null}
   */
  readonly engine?: EngineSettings | null;
  /** Told what goes wrong without failing a call. */
  readonly warn?: (line: string) => void;
  /**
   * How files are read.
   * @default {all that {@linkcode FORMATS} lists}
   */
  readonly formats?: FormatTable;
}

/** Opens where manuals are; nothing is looked at before it is needed. */
export function openLibrary(options: OpenLibraryOptions): ManualLibrary {
  const { formats, engine, warn } = options;
  const on = { ...runtime, ...options.runtime };
  return engine
    ? new LanceLibrary(
      new LanceStore({ settings: engine, runtime: on, warn }),
      formats,
    )
    : new Library(on.files, options, formats);
}
