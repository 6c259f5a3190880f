import { DatabaseSync } from "node:sqlite";
import manifest from "../../deno.json" with { type: "json" };
import { LANCEDB_VERSION } from "../../src/manuals/problem_text.ts";
import dev from "../deno.json" with { type: "json" };

/** What is measured, and the engines beside it, with their versions. */
export function versionsOf(shared: boolean): Record<string, string> {
  return {
    "openai-responses-mcp": manifest.version,
    deno: Deno.version.deno,
    sqlite: sqliteVersion(),
    minisearch: dev.imports.minisearch.replace(/.*@/, ""),
    ...shared && { lancedb: LANCEDB_VERSION },
  };
}

function sqliteVersion(): string {
  const database = new DatabaseSync(":memory:");
  const row = database.prepare("SELECT sqlite_version() AS version").get();
  database.close();
  return String(row?.version);
}
