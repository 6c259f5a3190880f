import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import { createLogger } from "../../../src/log.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { STDIO_CALLER } from "../../../src/tools/caller.ts";
import { createManualTools } from "../../../src/tools/manual/manual_tools.ts";
import { ManualSession } from "../../../src/tools/manual/session.ts";
import { runTool } from "../../../src/tools/registry.ts";
import { makeFakeStore } from "../../kit/fake_store.ts";

Deno.test("manuals of a store are listed, read and searched over one connection", async () => {
  using store = makeFakeStore();
  const { settings: engine } = store;
  const defaults = defaultConfig();
  const tools = createManualTools(
    new ManualSession({
      config: { ...defaults, manuals: { ...defaults.manuals, engine } },
      runtime,
      log: createLogger(runtime),
    }),
  );
  const call = async (name: string, args: object) => {
    const tool = tools.find(({ definition }) => definition.name === name);
    assert.ok(tool);
    const outcome = await runTool(tool, args, {
      signal: new AbortController().signal,
      caller: STDIO_CALLER,
      progress: () => undefined,
    });
    assert.ok(outcome.ok, outcome.ok ? "" : JSON.stringify(outcome.body));
    return outcome.structured;
  };
  const listed = await call("manual_ls", {});
  assert.deepEqual(listed?.items, [{
    id: "guide",
    name: "guide",
    kind: "dir",
  }]);
  const find = { manual_id: "guide", query: "a", required_terms: ["a"] };
  assert.equal((await call("manual_find", find))?.candidates, 0);
  assert.equal(store.lancedb().connects, 1);
});
