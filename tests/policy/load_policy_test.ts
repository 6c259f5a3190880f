import assert from "node:assert/strict";
import {
  loadPolicy,
  PolicyError,
  type PolicySettings,
} from "../../src/policy/load_policy.ts";
import { SYSTEM_POLICY } from "../../src/policy/system_policy.ts";
import { FileError, type Files } from "../../src/runtime/runtime.ts";

function filesWith(
  content: string | Uint8Array,
): Pick<Files, "readTrustedSync"> {
  return {
    readTrustedSync: (path) => {
      assert.equal(path, "/p.md");
      return typeof content === "string"
        ? new TextEncoder().encode(content)
        : content;
    },
  };
}

function fromFile(merge: PolicySettings["merge"]): PolicySettings {
  return { source: "file", path: "/p.md", merge };
}

Deno.test("loadPolicy() reads no file for the built-in text", () => {
  const files = { readTrustedSync: () => assert.fail("file read") };
  const settings = {
    source: "builtin",
    path: "/p.md",
    merge: "append",
  } as const;
  assert.equal(loadPolicy(settings, files), SYSTEM_POLICY);
});

Deno.test("loadPolicy() replaces, prepends and appends", () => {
  const files = filesWith("\uFEFF  Mine\n");
  assert.equal(loadPolicy(fromFile("replace"), files), "Mine");
  assert.equal(
    loadPolicy(fromFile("prepend"), files),
    `Mine\n\n${SYSTEM_POLICY}`,
  );
  assert.equal(
    loadPolicy(fromFile("append"), files),
    `${SYSTEM_POLICY}\n\nMine`,
  );
});

Deno.test("loadPolicy() says what is wrong with the file", () => {
  const missing = {
    readTrustedSync: (path: string): never => {
      throw new FileError("not_found", path, new Error("ENOENT"));
    },
  };
  const silent = {
    readTrustedSync: (path: string): never => {
      throw new FileError("other", path, new Error("nothing was written"));
    },
  };
  const fails = (
    settings: PolicySettings,
    files: Pick<Files, "readTrustedSync">,
    message: RegExp,
  ): void =>
    assert.throws(() => loadPolicy(settings, files), (error) => {
      assert.ok(error instanceof PolicyError);
      assert.match(error.message, message);
      return true;
    });
  fails(fromFile("replace"), missing, /Cannot read .*\/p\.md .*not found/);
  fails(fromFile("replace"), silent, /\/p\.md .*: nothing was written;/);
  fails(fromFile("replace"), filesWith(" \n"), /\/p\.md .*is empty/);
  fails(
    fromFile("append"),
    filesWith(new Uint8Array([0xff, 0xfe])),
    /\/p\.md .*not UTF-8/,
  );
  const nowhere = { source: "file", path: null, merge: "replace" } as const;
  fails(nowhere, filesWith("x"), /policy\.system\.path is not set/);
});
