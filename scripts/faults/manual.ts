import assert from "node:assert/strict";
import type { McpClient, Outcome } from "../../tests/kit/mcp_client.ts";
import { Skipped } from "./scenario.ts";

/** The manual of every scenario. */
export const MANUAL = "guide";

/** Longer than `manuals.refresh_ms`: the next search looks at the files. */
export const REFRESH_MS = 1100;

/** Words that each page holds, so that there is something to index. */
const WORDS =
  "alpha beta gamma delta reset install upgrade network printer cable lamp";

/** Makes a root with one manual; each page has a word of its own. */
export async function makeManual(
  dir: string,
  pages: number,
  paragraphs = 5,
): Promise<string> {
  const root = `${dir}/manuals`;
  await Deno.mkdir(`${root}/${MANUAL}`, { recursive: true });
  for (let i = 0; i < pages; i++) await writePage(root, i, paragraphs);
  return root;
}

/** Writes a page; the word `page<number>` is on no other. */
export async function writePage(
  root: string,
  page: number,
  paragraphs = 5,
): Promise<void> {
  const text = Array.from(
    { length: paragraphs },
    (_, i) => `## Part ${i} of page${page}\n\n${WORDS} w${page * 31 + i}\n`,
  ).join("\n");
  await Deno.writeTextFile(
    `${root}/${MANUAL}/page${page}.md`,
    `# Page page${page}\n\n${text}`,
  );
}

/** Lists the manuals, as a client has to before anything else. */
export async function openManual(program: McpClient): Promise<void> {
  const { result } = await program.request("tools/list");
  const tools = result?.tools as { name: string }[];
  if (!tools.some(({ name }) => name === "manual_find")) {
    throw new Skipped("this server has no manual_find");
  }
  const { failed, data } = await program.call("manual_ls", {});
  assert.equal(failed, false, JSON.stringify(data));
}

/** Searches for a word. */
export async function find(program: McpClient, word: string): Promise<Outcome> {
  return await program.call("manual_find", {
    manual_id: MANUAL,
    query: word,
    required_terms: [word],
  });
}

/** Demands that a page is found by its own word. */
export async function expectPage(
  program: McpClient,
  page: number,
): Promise<void> {
  const { failed, data } = await find(program, `page${page}`);
  assert.equal(failed, false, JSON.stringify(data));
  const text = JSON.stringify(data.inline_hits ?? data);
  assert.match(text, new RegExp(`page${page}\\.md`));
}

/** Where the server keeps its indexes. */
export function cacheDir(home: string): string {
  return `${home}/cache/openai-responses-mcp/manuals`;
}

/** Names in the cache. */
export async function cached(home: string): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(cacheDir(home)));
    return entries.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What a server needs to search a manual, with a cache of its own. */
export function manualEnv(
  root: string,
  home: string,
): Record<string, string> {
  return { MANUALS_ROOT: root, XDG_CACHE_HOME: `${home}/cache` };
}
