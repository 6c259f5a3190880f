/** What an index is made from: another one has another name. */
export interface IndexSource {
  /** The manual's id. */
  readonly manual: string;
  /** The real path of its directory. */
  readonly root: string;
  /** Of the formats that are indexed. */
  readonly endings: string;
  /** Larger files are left out. */
  readonly maxFileBytes: number;
}

const MANUAL_DIGITS = 16;
const ENDING = ".index";

/**
 * The name of an index file: the first digits of the SHA-256 of the manual's id,
 * by which an index of the same manual elsewhere is found, and so many of that of
 * the rest that there are 64.
 */
export async function indexName(source: IndexSource): Promise<string> {
  const { manual, root, endings, maxFileBytes } = source;
  const [id, rest] = await Promise.all([
    sha256(manual),
    sha256(JSON.stringify([root, endings, maxFileBytes])),
  ]);
  return id.slice(0, MANUAL_DIGITS) + rest.slice(MANUAL_DIGITS) + ENDING;
}

/** Tells whether a file is an index. */
export function isIndexName(name: string): boolean {
  return name.endsWith(ENDING);
}

/** Tells whether two indexes are of manuals with the same id. */
export function isOfSameManual(a: string, b: string): boolean {
  return a.slice(0, MANUAL_DIGITS) === b.slice(0, MANUAL_DIGITS);
}

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(
    new Uint8Array(digest),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
}
