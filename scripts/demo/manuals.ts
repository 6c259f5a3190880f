import { fileURLToPath } from "node:url";
import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { quote, say, step, warn, whisper } from "./print.ts";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));
const QUERY = "why write the protocol by hand";
const REQUIRED = ["SDK"];
const SHOWN_LINES = 9;
const SHOWN_HITS = 3;

/** Where the manuals of the demo are. */
export interface DemoManuals {
  readonly root: string;
  /** Options that let the server use them and leave nothing elsewhere. */
  readonly options: readonly string[];
}

/** Makes a manual of this project's `docs` in a directory. */
export async function makeManuals(dir: string): Promise<DemoManuals> {
  const root = `${dir}/manuals`;
  await Deno.mkdir(root);
  await copyMarkdown(DOCS, `${root}/docs`);
  const config = `${dir}/config.yaml`;
  // JSON is YAML too.
  const settings = { manuals: { root, cache_dir: `${dir}/cache` } };
  await Deno.writeTextFile(config, JSON.stringify(settings));
  return { root, options: ["--config", config] };
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

type Json = Readonly<Record<string, unknown>>;

async function call(
  client: McpClient,
  name: string,
  args: Json,
): Promise<Json> {
  const { failed, data } = await client.call(name, args);
  if (failed) throw new Error(JSON.stringify(data));
  return data;
}

/** Finds and reads a section of this project's own documentation, offline. */
export async function showManuals(client: McpClient): Promise<void> {
  step(`Search your files, here this project's docs: ${QUERY}`);
  const { items } = await call(client, "manual_ls", {});
  const [manual_id] = (items as { id: string }[]).map(({ id }) => id);
  const started = performance.now();
  const found = await call(client, "manual_find", {
    manual_id,
    query: QUERY,
    required_terms: REQUIRED,
  });
  const ms = Math.round(performance.now() - started);
  const hits = (found.inline_hits as { items?: Json[] } | undefined)?.items;
  for (const { ref, title } of hits?.slice(0, SHOWN_HITS) ?? []) {
    const { path, start_line } = ref as Json;
    say(`${path}:${start_line}  ${title}`);
  }
  whisper(`(${found.candidates} sections in ${ms} ms, offline)`);
  const best = hits?.[0]?.ref as Json | undefined;
  if (best === undefined) return warn("no section was found");

  const { path, start_line } = best;
  step(`Read the best one: ${path}:${start_line}`);
  const { text } = await call(client, "manual_read", {
    ref: { manual_id, path, start_line },
  });
  const lines = String(text).trim().split("\n");
  quote(lines.slice(0, SHOWN_LINES).join("\n"));
  if (lines.length > SHOWN_LINES) quote("…");
}
