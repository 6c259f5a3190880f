/**
 * Publishes manuals into a store, from which any number of servers can serve
 * them. What readers see changes at one moment, when the manifest does.
 *
 * @module
 */
import type { Library } from "../../../library/library.ts";
import {
  type Connected,
  connectStore,
  faultOf,
  toStoreError,
} from "../connect.ts";
import type { StoreSettings } from "../lancedb.ts";
import { Lease } from "./lease.ts";
import {
  type Manifest,
  NOTHING_PUBLISHED,
  PUBLISHED_FORMAT,
  type PublishedManual,
  readManifest,
  TABLE_PREFIX,
  tablesIn,
} from "../manifest.ts";
import {
  type PublishContext,
  type PublishedFiles,
  publishManual,
} from "./publish_manual.ts";

/** What is published, and where. */
export interface PublishOptions
  extends Pick<PublishContext, "runtime" | "maxFileBytes"> {
  /** The manuals. */
  readonly library: Library;
  /** The store. */
  readonly settings: StoreSettings;
  /** Only these manuals; what else is published stays as it is. */
  readonly only?: readonly string[];
  /** Told how many of how many files of a manual are written. */
  readonly progress?: (manual: string, done: number, total: number) => void;
  /** Told that somebody else publishes. */
  readonly waiting?: () => void;
  /** Ends it; the store stays as it was, and free for the next one. */
  readonly signal?: AbortSignal;
}

/** What publishing came to. */
export interface PublishResult {
  /** Each manual that was published. */
  readonly manuals: readonly (PublishedFiles & { readonly id: string })[];
  /** Manuals that are no longer there. */
  readonly removed: readonly string[];
}

/** Publishes manuals. */
export async function publish(
  { settings, runtime, waiting, ...options }: PublishOptions,
): Promise<PublishResult> {
  const { uri } = settings;
  const store = await connectStore(settings, runtime);
  try {
    const lease = await Lease.acquire(store, runtime.clock, {
      waiting: () => waiting?.(),
      signal: options.signal,
    });
    try {
      return await publishAll({ ...options, runtime, store, lease });
    } catch (error) {
      // What cannot be given back runs out by itself.
      await lease.release().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    throw options.signal?.aborted ? error : toPublishError(error, uri);
  } finally {
    store.connection.close();
  }
}

/** Defects of ours are no problem of the store. */
function toPublishError(error: unknown, uri: string): unknown {
  const isDefect = error instanceof TypeError || error instanceof RangeError;
  return isDefect ? error : toStoreError(error, uri);
}

type PublishAll =
  & Omit<PublishOptions, "settings" | "waiting">
  & Pick<PublishContext, "store" | "lease">;

async function publishAll(options: PublishAll): Promise<PublishResult> {
  const { store, lease, library, only, progress } = options;
  const published = await lease.published();
  const before = manifestBefore(published, options);
  await dropUnused(store, tablesIn(published));
  const known = new Map(Object.entries(before.manuals));
  const ids = only
    ? new Set(only)
    : (await library.manuals()).map(({ id }) => id);
  const manuals = new Map(only ? known : []);
  const told: (PublishedFiles & { readonly id: string })[] = [];
  for (const id of ids) {
    const { manual, files } = await publishOrRepair(id, known.get(id), {
      ...options,
      progress: (done, total) => progress?.(id, done, total),
    });
    manuals.set(id, manual);
    told.push({ id, ...files });
  }
  options.signal?.throwIfAborted();
  const besides = only ? before.besides : await library.besides?.() ?? [];
  await lease.publish({
    format: PUBLISHED_FORMAT,
    manuals: Object.fromEntries(manuals),
    besides,
    maxFileBytes: options.maxFileBytes,
  });
  return {
    manuals: told,
    removed: [...known.keys()].filter((id) => !manuals.has(id)),
  };
}

/** What is published; of another version nothing can be kept. */
function manifestBefore(
  published: string,
  { store: { uri }, only }: PublishAll,
): Manifest {
  // Those that are not named must stay.
  if (only && tablesIn(published).size > 0) return readManifest(uri, published);
  const manifest: Manifest = JSON.parse(published);
  return manifest.format === PUBLISHED_FORMAT ? manifest : NOTHING_PUBLISHED;
}

/** What is damaged is written anew. */
async function publishOrRepair(
  id: string,
  before: PublishedManual | undefined,
  context: PublishContext,
): ReturnType<typeof publishManual> {
  try {
    return await publishManual(id, before, context);
  } catch (error) {
    if (!before || faultOf(error).fault !== "damaged") throw error;
    return await publishManual(id, undefined, context);
  }
}

/** Drops what was replaced before the last publication, or never published. */
async function dropUnused(
  { connection }: Connected,
  used: ReadonlySet<string>,
): Promise<void> {
  for (let startAfter = TABLE_PREFIX;;) {
    const names = await connection.tableNames({ startAfter });
    const ours = names.filter((name) => name.startsWith(TABLE_PREFIX));
    for (const name of ours) {
      if (!used.has(name)) await connection.dropTable(name);
    }
    const last = names.at(-1);
    if (last === undefined || ours.length < names.length) return;
    startAfter = last;
  }
}
