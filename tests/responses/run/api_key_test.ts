import assert from "node:assert/strict";
import {
  hiderFor,
  readApiKey,
  redactorFor,
} from "../../../src/responses/run/api_key.ts";

Deno.test("readApiKey() drops the line end that a key file leaves", () => {
  assert.equal(readApiKey("K", () => " sk-1\r\n"), "sk-1");
});

Deno.test("readApiKey() names the variable that holds no key", () => {
  for (const value of [undefined, "", " \n"]) {
    assert.throws(() => readApiKey("MY_KEY", () => value), {
      reason: "missing_api_key",
      message: /set the environment variable MY_KEY \(/,
    });
  }
  for (const value of ["two words", "sk-é"]) {
    assert.throws(() => readApiKey("MY_KEY", () => value), {
      reason: "authentication",
      message: /^The value of MY_KEY is no API key/,
    });
  }
});

Deno.test("redactorFor() hides every key, also those that the API masks", () => {
  const redact = redactorFor("key-of-this-test", (text) => text);
  assert.equal(
    redact("key-of-this-test, sk-ab**cd and sk-ef**gh"),
    "[redacted], [redacted] and [redacted]",
  );
});

Deno.test("hiderFor() leaves a short key alone, which may be a mere word", () => {
  const key = "0123456789abcdef";
  assert.ok(!hiderFor(key)(`the key ${key}.`).includes(key));
  assert.equal(hiderFor("ollama")("ollama is a server"), "ollama is a server");
});
