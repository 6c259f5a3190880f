import { ManualError } from "../../../errors.ts";
import { checkManualId } from "../../../library/path_guard.ts";
import {
  type Connected,
  connectStore,
  type StoreRuntime,
  toStoreError,
} from "../connect.ts";
import type { LanceTable, StoreSettings } from "../lancedb.ts";
import {
  type Manifest,
  MANIFEST_TABLE,
  type PublishedManual,
  readManifest,
} from "../manifest.ts";
import { column } from "../rows.ts";

/** The engine that serves published manuals, as it is configured. */
export interface EngineSettings extends StoreSettings {
  /** Which engine. */
  readonly kind: "lancedb";
  /**
   * How old what is known of publications may be.
   * @default {15000}
   */
  readonly refresh_ms?: number | undefined;
}

const REFRESH_MS = 15_000;
/** What is open holds its words, the names of its files and more in memory. */
const MAX_OPEN = 32;

/** How a store is read. */
export interface LanceStoreOptions {
  readonly settings: EngineSettings;
  readonly runtime: StoreRuntime;
  /** Told what goes wrong without failing a call. */
  readonly warn?: ((line: string) => void) | undefined;
}

/** A manual of the store, at the version that was published. */
export interface OpenManual {
  readonly id: string;
  readonly published: PublishedManual;
  readonly table: LanceTable;
  readonly store: Connected;
  /** The paths of all files, sorted. */
  paths(): Promise<readonly string[]>;
  /** What was made for this version, by name; it goes with it. */
  remember<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/**
 * Published manuals, read: follows new publications, and goes on with what it
 * has while it cannot look for them.
 */
export class LanceStore {
  readonly #options: LanceStoreOptions;
  #connected: Promise<Connected> | undefined;
  #table: LanceTable | undefined;
  #manifest: Manifest | undefined;
  #published = "";
  #looking: Promise<Manifest> | undefined;
  #lookedAt = -Infinity;
  #warned = false;
  /** By table and version, the last used last. */
  readonly #open = new Map<string, Promise<OpenManual>>();

  /** Looks at nothing before the first call. */
  constructor(options: LanceStoreOptions) {
    this.#options = options;
  }

  /** Where it is. */
  get uri(): string {
    return this.#options.settings.uri;
  }

  /** What is published, as of a moment ago. */
  async manifest(): Promise<Manifest> {
    const { clock } = this.#options.runtime;
    const age = clock.monotonic() - this.#lookedAt;
    const { refresh_ms = REFRESH_MS } = this.#options.settings;
    if (this.#manifest && age < refresh_ms) return this.#manifest;
    return await this.#look();
  }

  /**
   * Does something with a manual. Where it fails because the version has been
   * replaced and cleaned up meanwhile, it is done with the new one; where it
   * fails because its caller has given up, nothing more is done.
   */
  async use<T>(
    id: string,
    work: (manual: OpenManual) => Promise<T>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<T> {
    const before = await this.manifest();
    const published = this.#manual(before, id);
    try {
      return await work(await this.#opened(id, published));
    } catch (error) {
      if (error instanceof ManualError || signal?.aborted) throw error;
      const now = this.#manual(await this.#look(), id);
      if (now.table === published.table && now.version === published.version) {
        throw toStoreError(error, this.uri);
      }
      return await work(await this.#opened(id, now)).catch((again) => {
        throw toStoreError(again, this.uri);
      });
    }
  }

  #manual({ manuals }: Manifest, id: string): PublishedManual {
    const found = Object.hasOwn(manuals, id) ? manuals[id] : undefined;
    if (found) return found;
    checkManualId(id);
    const known = Object.keys(manuals).sort();
    const given = { parameter: "manual", value: id } as const;
    throw new ManualError({ kind: "missingManual", ...given, known });
  }

  /** Reads the manifest, once for all who wait for it. */
  #look(): Promise<Manifest> {
    return this.#looking ??= this.#read()
      .finally(() => this.#looking = undefined);
  }

  async #read(): Promise<Manifest> {
    try {
      const published = await this.#readPublished();
      if (published !== this.#published || !this.#manifest) {
        this.#manifest = this.#checked(readManifest(this.uri, published));
        this.#published = published;
      }
      this.#warned = false;
    } catch (error) {
      // What was read before is as good as it was a moment ago.
      const known = toStoreError(error, this.uri);
      if (!this.#manifest) throw known;
      if (!this.#warned) {
        this.#options.warn?.(
          `${known.message}; going on with what was published before`,
        );
      }
      this.#warned = true;
    }
    this.#lookedAt = this.#options.runtime.clock.monotonic();
    return this.#manifest;
  }

  #checked(manifest: Manifest): Manifest {
    if (Object.keys(manifest.manuals).length > 0) return manifest;
    throw new ManualError({ kind: "store", uri: this.uri, fault: "empty" });
  }

  async #readPublished(): Promise<string> {
    const { connection } = await this.#connect();
    if (this.#table) await this.#table.checkoutLatest();
    else this.#table = await connection.openTable(MANIFEST_TABLE);
    const rows = await this.#table.query().select(["published"]).toArrow();
    return column<string>(rows, "published")[0] ?? "";
  }

  #connect(): Promise<Connected> {
    if (this.#connected) return this.#connected;
    const { settings, runtime } = this.#options;
    const connecting = this.#connected = connectStore(settings, runtime);
    // The call hears of a failure; the next one tries again.
    connecting.catch(() => this.#connected = undefined);
    return connecting;
  }

  #opened(id: string, published: PublishedManual): Promise<OpenManual> {
    const key = `${published.table} ${published.version}`;
    const known = this.#open.get(key);
    const open = known ?? this.#openManual(id, published);
    if (!known) this.#forget(published.table);
    this.#open.delete(key);
    this.#open.set(key, open);
    open.catch(() => this.#open.delete(key));
    return open;
  }

  /** Makes room; who has what is forgotten still reads it. */
  #forget(table: string): void {
    let surplus = this.#open.size + 1 - MAX_OPEN;
    for (const key of this.#open.keys()) {
      if (surplus-- > 0 || key.startsWith(`${table} `)) this.#open.delete(key);
    }
  }

  async #openManual(
    id: string,
    published: PublishedManual,
  ): Promise<OpenManual> {
    const store = await this.#connect();
    const table = await store.connection.openTable(published.table);
    await table.checkout(published.version);
    const made = new Map<string, Promise<unknown>>();
    const remember = <T>(name: string, make: () => Promise<T>): Promise<T> => {
      const known = made.get(name) as Promise<T> | undefined;
      if (known) return known;
      const making = make();
      made.set(name, making);
      making.catch(() => made.delete(name));
      return making;
    };
    const paths = (): Promise<readonly string[]> =>
      remember("paths", () => readPaths(table));
    return { id, published, table, store, paths, remember };
  }
}

async function readPaths(table: LanceTable): Promise<readonly string[]> {
  const rows = await table.query().where("piece = 0 AND path != ''")
    .select(["path"]).toArrow();
  return column<string>(rows, "path").sort();
}
