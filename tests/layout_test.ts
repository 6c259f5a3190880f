import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** What may be at the top; everything else has a folder of its own. */
const TOP_LEVEL = [
  ".ci",
  ".github",
  ".gitignore",
  "LICENSE",
  "README.md",
  "config",
  "deno.json",
  "deno.lock",
  "docs",
  "mod.ts",
  "scripts",
  "src",
  "tests",
];

/** The files that git knows; `undefined` in a copy without a repository. */
async function trackedFiles(): Promise<string[] | undefined> {
  try {
    const git = new Deno.Command("git", {
      args: ["ls-files", "-z"],
      cwd: ROOT,
    });
    const { success, stdout } = await git.output();
    const names = new TextDecoder().decode(stdout).split("\0");
    return success ? names.filter((name) => name !== "") : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

const tracked = await trackedFiles();

Deno.test({
  name: "the top level holds what it should and nothing else",
  // Empty when a repository around an unpacked archive tracks none of it.
  ignore: tracked === undefined || tracked.length === 0,
  fn() {
    const names = new Set(tracked?.map((file) => file.split("/")[0] ?? ""));
    assert.deepEqual([...names].sort(), TOP_LEVEL);
  },
});
