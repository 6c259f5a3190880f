import assert from "node:assert/strict";
import { ConfigError } from "../../src/config/draft.ts";
import { loadConfig } from "../../src/config/load.ts";
import { fakeRuntime } from "../kit/fake_runtime.ts";

const KEY = "sk-proj-0123456789abcdef";
const FILE = "/home/me/.config/openai-responses-mcp/config.yaml";

async function problemsOf(
  yaml: string,
  env: Record<string, string> = {},
): Promise<string> {
  const machine = fakeRuntime({
    env: { HOME: "/home/me", ...env },
    files: { [FILE]: yaml },
  });
  try {
    return (await loadConfig(machine)).warnings.join("\n");
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
}

Deno.test("loadConfig() hides a key that was put into the wrong variable", async () => {
  const shown = await problemsOf("", { MAX_CITATIONS: KEY });
  assert.match(shown, /MAX_CITATIONS is "\[redacted\]", wanted a whole number/);
});

Deno.test("loadConfig() hides a key in a warning, a key's name and a quoted value", async () => {
  assert.match(await problemsOf("", { DEBUG: KEY }), /DEBUG=\[redacted\]/);
  assert.match(
    await problemsOf(`${KEY}: 1\n`),
    /\[redacted\] is not a known key/,
  );
  const bearer = await problemsOf(`openai: {base_url: "Bearer ${KEY}"}\n`);
  assert.match(bearer, /is "Bearer \[redacted\]"/);
});

Deno.test("loadConfig() refuses a password in openai.base_url without showing it", async () => {
  const shown = await problemsOf(
    "openai: {base_url: 'https://me:hunter22@example.com/v1'}\n",
  );
  assert.match(shown, /openai\.base_url holds a user name or a password/);
  assert.doesNotMatch(shown, /hunter22/);
  const other = await problemsOf("openai: {base_url: 'ftp://me:hunter22@x'}\n");
  assert.match(other, /base_url is a text that may hold a secret, wanted/);
});
