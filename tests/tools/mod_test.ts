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

Deno.test("createToolSet() warms manual tools, and tools that ask if there is a key", () => {
  const defaults = defaultConfig();
  const log = createLogger(runtime);
  function warms(tools: Config["server"]["tools"], key?: string): boolean {
    const config = {
      ...defaults,
      server: { ...defaults.server, tools },
      manuals: { ...defaults.manuals, root: "/m" },
    };
    const env = (name: string): string | undefined =>
      name === "OPENAI_API_KEY" ? key : undefined;
    return "warm" in
      createToolSet({ config, runtime: { ...runtime, env }, log });
  }
  assert.equal(warms(["answer"], "key"), true);
  assert.equal(warms(["iris"], "key"), true);
  assert.equal(warms(["manual"]), true);
  assert.equal(warms(["answer", "iris"]), false);
});

Deno.test("createToolSet() says that tools that ask reach the web, and that manuals do not", () => {
  const config = defaultConfig();
  const { tools } = createToolSet({
    config: { ...config, manuals: { ...config.manuals, root: "/m" } },
    runtime,
    log: createLogger(runtime),
  });
  const open = tools.map(({ definition: { group, annotations } }) =>
    `${group} ${annotations.openWorldHint}`
  );
  assert.deepEqual([...new Set(open)].sort(), ["answer true", "manual false"]);
});

Deno.test("createToolSet() offers the groups that server.tools names", () => {
  const defaults = defaultConfig();
  const log = createLogger(runtime);
  function offered(tools: Config["server"]["tools"]): string[] {
    const config = {
      ...defaults,
      server: { ...defaults.server, tools },
      manuals: { ...defaults.manuals, root: "/m" },
    };
    const set = createToolSet({ config, runtime, log });
    return [...new Set(set.tools.map(({ definition }) => definition.group))];
  }
  assert.deepEqual(offered(["iris"]), ["iris"]);
  assert.deepEqual(offered(["manual", "answer"]), ["answer", "manual"]);
});

Deno.test("createToolSet() has tasks where answers can be asked for later", () => {
  const defaults = defaultConfig();
  const hasTasks = (tools: Config["server"]["tools"]): boolean => {
    const config = {
      ...defaults,
      server: { ...defaults.server, tools },
      responses: { ...defaults.responses, background: "always" } as const,
    };
    const log = createLogger(runtime);
    return "tasks" in createToolSet({ config, runtime, log });
  };
  assert.equal(hasTasks(["answer"]), true);
  assert.equal(hasTasks(["iris"]), false);
});
