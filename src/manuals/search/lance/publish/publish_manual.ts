import type { Files } from "../../../../runtime/runtime.ts";
import {
  type Corpus,
  type CorpusFile,
  dirOf,
  type FileProblem,
  join,
  walkManual,
} from "../../../library/corpus.ts";
import type { Library } from "../../../library/library.ts";
import { SkippedDocuments } from "../../../library/skipped_documents.ts";
import { CharClasses } from "../../local/tokens/char_class.ts";
import type { Connected, StoreRuntime } from "../connect.ts";
import type { Lease } from "./lease.ts";
import type { PublishedManual } from "../manifest.ts";
import { ManualTable } from "./manual_table.ts";
import { ManualWriter, writtenHash } from "./manual_writer.ts";

/** What a manual is published with. */
export interface PublishContext {
  readonly store: Connected;
  readonly lease: Lease;
  readonly library: Library;
  readonly runtime: StoreRuntime & { readonly files: Files };
  readonly maxFileBytes: number;
  readonly signal?: AbortSignal;
  /** Told how many of how many files are written. */
  readonly progress: (done: number, total: number) => void;
}

/** What publishing a manual came to. */
export interface PublishedFiles {
  /** How many files it has. */
  readonly files: number;
  /** How many were not there before. */
  readonly added: number;
  /** How many were there before and are not what they were. */
  readonly changed: number;
  /** How many are gone. */
  readonly removed: number;
  /** Files and directories that could not be read. */
  readonly unread: number;
}

/** Others have their turn after so many files: the lease must be renewed. */
const SLICE = 50;

/** What is to be done. */
interface Plan {
  /** The files to write. */
  readonly files: readonly CorpusFile[];
  /** The paths of published files that are replaced or gone. */
  readonly replaced: readonly string[];
  readonly counts: Pick<PublishedFiles, "added" | "changed" | "removed">;
  readonly problems: readonly (readonly [string, FileProblem])[];
}

/**
 * Brings the table of a manual up to date with its files. Nothing of it is seen
 * by readers before the manifest names the version that is returned.
 *
 * @param before What is published of it; nothing for a new one.
 */
export async function publishManual(
  id: string,
  before: PublishedManual | undefined,
  context: PublishContext,
): Promise<{ manual: PublishedManual; files: PublishedFiles }> {
  const { runtime: { files, clock }, library, maxFileBytes } = context;
  const { formats } = library;
  const begun = clock.now();
  const root = files.realPathSync(library.directory(id));
  const pause = (): Promise<void> => clock.turn();
  const corpus = await walkManual(files, root, { formats, pause });
  const classes = new CharClasses();
  const writer = new ManualWriter({
    ...{ files, root, classes, formats, maxFileBytes },
  });
  const table = new ManualTable(context, before);
  const plan = await planChanges(corpus, { table, writer, before, context });
  const isSame = before && plan.files.length + plan.replaced.length === 0;
  const problems = isSame
    ? plan.problems
    : [...plan.problems, ...await write(plan, { table, writer, context })];
  const told = {
    problems,
    skipped: skippedIn(corpus, root, context),
    bare: bareIn(corpus),
  };
  return {
    manual: isSame
      ? { ...before, ...told }
      : { ...await table.finish(writer.change, begun), ...told },
    files: {
      files: corpus.files.length,
      ...plan.counts,
      unread: problems.length,
    },
  };
}

interface Work {
  readonly table: ManualTable;
  readonly writer: ManualWriter;
  readonly context: PublishContext;
}

/** Reads all files, to find those that are not what was published of them. */
async function planChanges(
  corpus: Corpus,
  { table, writer, before, context }: Work & {
    readonly before: PublishedManual | undefined;
  },
): Promise<Plan> {
  const known = await table.files();
  const unread = new Map(before?.problems);
  const problems: (readonly [string, FileProblem])[] = corpus.skipped
    .map(({ path, reason }) => [path, reason]);
  const files: CorpusFile[] = before ? [] : [...corpus.files];
  const replaced: string[] = [];
  for (const [i, file] of before ? corpus.files.entries() : []) {
    const { path } = file;
    const hash = known.get(path);
    known.delete(path);
    const read = writer.read(file);
    const now = "problem" in read ? read.problem : writtenHash(read.hash);
    if (hash === now) {
      const problem = unread.get(path);
      if (problem !== undefined) problems.push([path, problem]);
    } else {
      files.push(file);
      if (hash !== undefined) replaced.push(path);
    }
    if (i % SLICE === 0) await pauseWork(context);
  }
  const changed = replaced.length;
  return {
    files,
    // What is left of them is gone.
    replaced: [...replaced, ...known.keys()],
    counts: { added: files.length - changed, changed, removed: known.size },
    problems,
  };
}

/** Writes what changed; tells what could not be read. */
async function write(
  { files, replaced }: Plan,
  { table, writer, context }: Work,
): Promise<Plan["problems"]> {
  const problems: (readonly [string, FileProblem])[] = [];
  await table.remove(replaced, (pieces) => writer.remove(pieces));
  for (const [i, file] of files.entries()) {
    const problem = writer.add(file);
    if (problem !== undefined) problems.push([file.path, problem]);
    if (writer.isFull) await table.add(writer.take());
    if (i % SLICE > 0) continue;
    await pauseWork(context);
    context.progress(i, files.length);
  }
  await table.add(writer.take());
  context.progress(files.length, files.length);
  return problems;
}

async function pauseWork(
  { lease, runtime, signal }: PublishContext,
): Promise<void> {
  await runtime.clock.turn();
  signal?.throwIfAborted();
  await lease.check();
}

/** Directories that the paths of files do not tell. */
function bareIn({ dirs, files }: Corpus): string[] {
  const told = new Set([""]);
  for (const { path } of files) {
    for (let dir = dirOf(path); !told.has(dir); dir = dirOf(dir)) told.add(dir);
  }
  return dirs.filter(({ path }) => !told.has(path))
    .map(({ path }) => `${path}/`).sort();
}

function skippedIn(
  corpus: Corpus,
  root: string,
  { library, runtime: { files } }: PublishContext,
): PublishedManual["skipped"] {
  return corpus.dirs.flatMap(({ path }) => {
    const skipped = new SkippedDocuments(library.formats);
    skipped.addIn(files, join(root, path));
    const { counts } = skipped;
    return counts.length > 0 ? [[path, counts] as const] : [];
  });
}
