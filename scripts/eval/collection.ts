import { existsSync } from "node:fs";
import { walk } from "../../tests/kit/walk.ts";

/** A document as every system under test gets it. */
export interface Document {
  /** Path of its file in the manual. */
  readonly path: string;
  readonly text: string;
}

/** A question and what answers it. */
export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  /** Gain by path. */
  readonly relevant: ReadonlyMap<string, number>;
  /** Paths dropped from every ranking: they carry the very link asked for. */
  readonly exclude: ReadonlySet<string>;
}

/** A test collection. */
export interface Collection {
  readonly name: string;
  readonly japanese: boolean;
  readonly documents: readonly Document[];
  readonly queries: readonly EvalQuery[];
}

/**
 * The collections of a data directory: what is in there with queries. None if
 * there is no such directory.
 */
export function collectionsIn(data: string): string[] {
  return entriesOf(data)
    .filter(({ name, isDirectory }) =>
      isDirectory && existsSync(`${data}/${name}/queries.jsonl`)
    ).map(({ name }) => name).sort();
}

function entriesOf(directory: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(directory)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/**
 * Loads a collection from a data directory: with documents of its own, or with
 * queries about the documentation beside it, in the language that it ends in.
 */
export async function loadCollection(
  data: string,
  name: string,
): Promise<Collection> {
  const corpus = ["corpus.jsonl", "corpus.jsonl.gz"]
    .map((file) => `${data}/${name}/${file}`).find((path) => existsSync(path));
  const isOwn = corpus !== undefined;
  const documents = isOwn
    ? await passageDocuments(corpus)
    : await unpackedDocuments(data, name.slice(-2));
  const queries = await loadQueries(`${data}/${name}`, isOwn ? ".md" : "");
  // What links say is evidence: those that say a query would give it away.
  const asked = isOwn ? [] : queries.map(({ text }) => text);
  return {
    name,
    japanese: areJapanese(queries),
    documents: withoutLinks(documents, asked),
    queries,
  };
}

const LINK = /\[([^\[\]]{1,300})\]\([^()\s]*\)/g;

/** Documents without the links that say one of some texts; the texts stay. */
export function withoutLinks(
  documents: readonly Document[],
  texts: readonly string[],
): Document[] {
  const said = new Set(texts.map(plainText));
  return documents.map(({ path, text }) => ({
    path,
    text: text.replace(
      LINK,
      (link, shown: string) => said.has(plainText(shown)) ? shown : link,
    ),
  }));
}

/** The letters and digits of a text, in lower case, single spaces between. */
export function plainText(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** Tells whether most of some queries have Japanese in them. */
export function areJapanese(queries: readonly EvalQuery[]): boolean {
  return queries.filter(({ text }) => isJapanese(text)).length >
    queries.length / 2;
}

/** Tells whether a text has Japanese in it. */
export function isJapanese(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

function parseLines(text: string): Record<string, unknown>[] {
  return text.split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

async function passageDocuments(corpus: string): Promise<Document[]> {
  const { readable } = await Deno.open(corpus);
  const plain = corpus.endsWith(".gz")
    ? readable.pipeThrough(new DecompressionStream("gzip"))
    : readable;
  const text = await new Response(plain).text();
  return parseLines(text).map((row) => ({
    path: `${row._id}.md`,
    text: `# ${row.title}\n\n${row.text}\n`,
  }));
}

async function unpackedDocuments(
  data: string,
  language: string,
): Promise<Document[]> {
  const dir = await Deno.makeTempDir();
  try {
    const { success } = await new Deno.Command("tar", {
      args: ["xzf", `${data}/k8s-docs.tar.gz`, "-C", dir],
    }).output();
    if (!success) throw new Error("Cannot unpack k8s-docs.tar.gz");
    const root = findContent(dir, language);
    return walk(root).filter((path) => path.endsWith(".md")).map((path) => ({
      path,
      text: Deno.readTextFileSync(`${root}/${path}`),
    }));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

function findContent(dir: string, language: string): string {
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    if (!isDirectory) continue;
    const place = `${dir}/${name}`;
    return name === "content"
      ? `${place}/${language}`
      : findContent(place, language);
  }
  throw new Error(`No content below ${dir}`);
}

async function loadQueries(
  dir: string,
  ending: string,
): Promise<EvalQuery[]> {
  const relevant = new Map<string, Map<string, number>>();
  const rows = (await Deno.readTextFile(judgementsIn(`${dir}/qrels`)))
    .split("\n");
  for (const row of rows.slice(1)) {
    const [query = "", document = "", gain] = row.split("\t");
    if (query === "" || Number(gain) <= 0) continue;
    const gains = relevant.get(query) ?? new Map<string, number>();
    relevant.set(query, gains.set(document + ending, Number(gain)));
  }
  const exclude = await loadExclude(`${dir}/exclude.jsonl`, ending);
  return parseLines(await Deno.readTextFile(`${dir}/queries.jsonl`))
    .flatMap((row): EvalQuery[] => {
      const id = String(row._id);
      const gains = relevant.get(id);
      if (!gains) return [];
      const dropped = exclude.get(id) ?? new Set<string>();
      return [{
        id,
        text: String(row.text),
        relevant: gains,
        exclude: dropped,
      }];
    });
}

/** The judgements to report on: BEIR has those to train with beside them. */
function judgementsIn(dir: string): string {
  const names = entriesOf(dir).map(({ name }) => name).sort();
  const name = ["test.tsv", "dev.tsv"].find((one) => names.includes(one)) ??
    names[0];
  if (name === undefined) throw new Error(`No judgements in ${dir}`);
  return `${dir}/${name}`;
}

async function loadExclude(
  path: string,
  ending: string,
): Promise<Map<string, Set<string>>> {
  try {
    const rows = parseLines(await Deno.readTextFile(path));
    return new Map(
      rows.map(({ _id, exclude }) => [
        String(_id),
        new Set((exclude as string[]).map((document) => document + ending)),
      ]),
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Map();
    throw error;
  }
}

/** Writes a collection's documents as one manual; returns the manuals root. */
export async function writeManual(
  documents: readonly Document[],
): Promise<string> {
  const root = await Deno.makeTempDir();
  for (const { path, text } of documents) {
    const place = `${root}/manual/${path}`;
    await Deno.mkdir(place.slice(0, place.lastIndexOf("/")), {
      recursive: true,
    });
    await Deno.writeTextFile(place, text);
  }
  return root;
}

/** A short hash of all that a collection consists of. */
export async function fingerprintOf(
  { documents, queries }: Collection,
): Promise<string> {
  const asked = queries.map(({ id, text, relevant, exclude }) => [
    id,
    text,
    [...relevant].sort(),
    [...exclude].sort(),
  ]);
  const read = documents.map(({ path, text }) => [path, text]).sort();
  const bytes = new TextEncoder().encode(JSON.stringify([read, asked.sort()]));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex().slice(0, 12);
}
