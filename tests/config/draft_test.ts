import assert from "node:assert/strict";
import { ConfigError } from "../../src/config/draft.ts";

Deno.test("ConfigError() makes a sentence of one problem and a list of several", () => {
  const one = new ConfigError(["a is 1, wanted 2"]);
  assert.equal(one.message, "Cannot use the configuration: a is 1, wanted 2");
  assert.equal(one.name, "ConfigError");
  const two = new ConfigError(["a is 1, wanted 2", "b is not a known key"]);
  assert.equal(
    two.message,
    "Cannot use the configuration:\n- a is 1, wanted 2\n- b is not a known key",
  );
});

Deno.test("ConfigError() hides keys and what stands before a host, and nothing else", () => {
  const { problems } = new ConfigError([
    'x is "sk-abcdefghijklmnop"',
    'x is "http://a@b.example", as http://b.example is not',
    'x is "http://me:hunter22@b.example"',
    `x is "http://${"h".repeat(50)}…"`,
  ]);
  assert.deepEqual(problems, [
    'x is "[redacted]"',
    'x is "http://[redacted]@b.example", as http://b.example is not',
    'x is "http://[redacted]@b.example"',
    'x is "http://[redacted]@"',
  ]);
});
