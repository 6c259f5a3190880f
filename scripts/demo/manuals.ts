import { fileURLToPath } from "node:url";
import type { Json, StdioClient } from "../stdio_client.ts";
import { good, say, step, warn, whisper } from "./print.ts";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));
const QUERY = "why does the npm package have no dependencies";
const REQUIRED = ["npm", "dependencies"];
const SHOWN_LINES = 12;

/** A directory whose one manual is a copy of this project's `docs`. */
export async function makeManualsRoot(root: string): Promise<void> {
  await copyMarkdown(DOCS, `${root}/docs`).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function copyMarkdown(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory, isFile } of Deno.readDir(from)) {
    if (isDirectory) await copyMarkdown(`${from}/${name}`, `${to}/${name}`);
    else if (isFile && name.endsWith(".md")) {
      await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
    }
  }
}

async function call(
  client: StdioClient,
  name: string,
  args: Json,
): Promise<Json> {
  const result = await client.request("tools/call", { name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return result.structuredContent as Json;
}

/** Finds and reads a section of this project's own documentation, offline. */
export async function showManuals(
  client: StdioClient,
  tools: readonly string[],
): Promise<void> {
  if (
    !["manual_ls", "manual_find", "manual_read"].every((name) =>
      tools.includes(name)
    )
  ) {
    return;
  }
  step("Search this project's own docs, offline");
  const { items } = await call(client, "manual_ls", {});
  const manuals = (items as { id: string }[]).map(({ id }) => id);
  say(`manuals: ${manuals.join(", ") || "none"}`);
  const [manual_id] = manuals;
  if (manual_id === undefined) return;

  const started = performance.now();
  const found = await call(client, "manual_find", {
    manual_id,
    query: QUERY,
    required_terms: REQUIRED,
  });
  const ms = Math.round(performance.now() - started);
  good(`"${QUERY}": ${found.candidates} sections in ${ms} ms`);
  const hits = (found.inline_hits as { items?: Json[] } | undefined)?.items;
  for (const { ref, score } of hits ?? []) {
    const { path, start_line, title } = ref as Json;
    say(`${score}  ${path}:${start_line}  ${title ?? ""}`);
  }
  const best = hits?.[0]?.ref as Json | undefined;
  if (best === undefined) return warn("no section was found");

  const { path, start_line } = best;
  step(`Read the best one: ${path}:${start_line}`);
  const { text } = await call(client, "manual_read", {
    ref: { manual_id, path, start_line },
  });
  whisper(String(text).split("\n").slice(0, SHOWN_LINES).join("\n"));
}
