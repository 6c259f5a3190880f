import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import type { Config } from "../../src/config/schema.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { createToolSet } from "../../src/tools/mod.ts";

/** What is said on standard error when the tools are made. */
function said(tools: Config["server"]["tools"], root: string | null): string {
  const defaults = defaultConfig();
  const config = {
    ...defaults,
    server: { ...defaults.server, tools },
    manuals: { ...defaults.manuals, root },
  };
  let text = "";
  const writeStderr = (line: string): void => void (text += line);
  const log = createLogger({ ...runtime, writeStderr });
  createToolSet({ config, runtime, log });
  return text;
}

Deno.test("createToolSet() says why it offers nothing, and else nothing", () => {
  assert.match(said([], "/m"), /no tools to offer: server\.tools is empty\n/);
  assert.match(
    said(["manual"], null),
    /no tools to offer: set manuals\.root or MANUALS_ROOT to a directory/,
  );
  assert.equal(said(["manual"], "/m"), "");
  assert.equal(said(["answer", "manual"], null), "");
});
