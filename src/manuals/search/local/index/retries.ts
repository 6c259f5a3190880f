import { type FileProblem, join } from "../../../library/corpus.ts";
import { FileError, type Files } from "../../../../runtime/runtime.ts";

/** What no file is: it counts as changed, and its content tells how. */
export const UNKNOWN = {
  size: -1,
  mtimeMs: -1,
  ctimeSec: -1,
  ino: -1,
} as const;

/** What is known of a manual's files, and how large they may be. */
export interface RetryInput {
  readonly files: Files;
  readonly root: string;
  readonly problems: ReadonlyMap<string, FileProblem>;
  readonly maxFileBytes: number;
}

/**
 * The files that could not be indexed and now can, although their time is what
 * it was: access and the largest size are not properties of a file.
 */
export function filesToRetry(input: RetryInput): string[] {
  const paths: string[] = [];
  for (const [path, reason] of input.problems) {
    if (reason !== "undecodable" && canRead(input, path)) paths.push(path);
  }
  return paths;
}

function canRead(
  { files, root, maxFileBytes }: RetryInput,
  path: string,
): boolean {
  const place = join(root, path);
  try {
    const stat = files.lstatSync(place);
    if (stat?.kind !== "file" || stat.size > maxFileBytes) return false;
    files.readSync(place);
    return true;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
