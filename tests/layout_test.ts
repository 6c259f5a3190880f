import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import dev from "../scripts/deno.json" with { type: "json" };
import runtime from "../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** What may be at the top; everything else has a folder of its own. */
const TOP_LEVEL = [
  ".ci",
  ".claude-plugin",
  ".gitattributes",
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

/** What git says, part by part; `undefined` in a copy without a repository. */
async function askGit(...args: string[]): Promise<string[] | undefined> {
  try {
    const git = new Deno.Command("git", { args, cwd: ROOT });
    const { success, stdout } = await git.output();
    const parts = new TextDecoder().decode(stdout).split("\0");
    return success ? parts.filter((part) => part !== "") : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

const tracked = await askGit("ls-files", "-z");
// Empty when a repository around an unpacked archive tracks none of it.
const ignore = tracked === undefined || tracked.length === 0;

Deno.test({
  name: "the top level holds what it should and nothing else",
  ignore,
  fn() {
    const names = new Set(tracked?.map((file) => file.split("/")[0] ?? ""));
    assert.deepEqual([...names].sort(), TOP_LEVEL);
  },
});

Deno.test({
  name: "a checkout on Windows has the line ends that the tests read",
  ignore,
  async fn() {
    const files = ["README.md", ".ci/run", "config/config.yaml.example"];
    const said = await askGit("check-attr", "-z", "eol", ...files);
    const ends = files.flatMap((file) => [file, "eol", "lf"]);
    assert.deepEqual(said, ends);
  },
});

Deno.test("development has the runtime's dependencies, rules and types", () => {
  const { imports, compilerOptions, lint } = dev;
  assert.deepEqual({ ...imports, ...runtime.imports }, imports);
  assert.deepEqual(compilerOptions, runtime.compilerOptions);
  assert.deepEqual(lint, runtime.lint);
});

Deno.test("the program locks what it runs on, and nothing else", async () => {
  const lock = JSON.parse(await Deno.readTextFile(`${ROOT}deno.lock`));
  const wanted = Object.values(runtime.imports).map((name) => name.slice(4));
  assert.deepEqual(Object.keys(lock.npm), wanted);
  assert.equal(runtime.lock.frozen && dev.lock.frozen, true);
});
