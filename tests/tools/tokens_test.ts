import assert from "node:assert/strict";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { createToolSet } from "../../src/tools/mod.ts";

// Every client's model pays for them in every conversation.
const MAX_TOKENS = 1_700;

Deno.test("the default tools cost a model no more tokens than they may", () => {
  const defaults = defaultConfig();
  const manuals = { ...defaults.manuals, root: "/m" };
  const config = { ...defaults, manuals };
  const log = createLogger(runtime);
  const { tools } = createToolSet({ config, runtime, log });
  const costs = tools.map(({ definition }) => {
    const { name, description, inputSchema } = definition;
    return countTokens(JSON.stringify({ name, description, inputSchema }));
  });
  assert.equal(costs.length, 9);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  assert.ok(total > 500, "the tools were counted");
  assert.ok(total <= MAX_TOKENS, `${total} tokens: ${costs.join(" + ")}`);
});
