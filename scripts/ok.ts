/**
 * Every gate, in order: `deno task ok`, the one command before a commit. With
 * `--no-test` the tests are left to the caller, as `.ci/run` does, which runs
 * them by the README's own command.
 *
 * @module
 */
import { print, printedBy, readArgs } from "./command_line.ts";

interface Gate {
  readonly name: string;
  readonly args: readonly string[];
}

/** The configuration with the dependencies of development. */
const DEV = ["--config", "scripts/deno.json"];
const CODE = ["mod.ts", "src", "tests", "scripts"];

const GATES: readonly Gate[] = [
  { name: "fmt", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint", ...DEV, ...CODE] },
  { name: "check", args: ["check", ...DEV, ...CODE] },
  { name: "doc lint", args: ["task", "doc:lint"] },
  { name: "docs", args: ["task", "docs:check"] },
  { name: "test", args: ["task", "test"] },
  { name: "publish dry run", args: ["publish", "--dry-run", "--allow-dirty"] },
  { name: "npm build and smoke", args: ["task", "build:npm"] },
  { name: "registry entry and bundle", args: ["task", "registry"] },
  { name: "demo", args: ["task", "demo"] },
  { name: "bench runs", args: ["task", "bench", "--quick"] },
  // Always the same cases: a gate that fails for no change of ours is no gate.
  { name: "fuzz", args: ["task", "fuzz", "--seconds", "20", "--seed", "1"] },
  { name: "faults", args: ["task", "faults"] },
  { name: "faults on Node", args: ["task", "faults", "--node"] },
  { name: "soak", args: ["task", "soak", "--seconds", "15"] },
  { name: "published manuals", args: ["task", "test:lance"] },
  { name: "conformance", args: ["task", "conformance"] },
];

async function run({ name, args }: Gate): Promise<boolean> {
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const output = await child.output();
  const { success } = output;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${success ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  if (!success) {
    // A log may be cut: what passed would leave no room for what did not.
    const passed = /^ok |\.\.\. ok \(/;
    print(
      printedBy(output).split("\n").filter((each) => !passed.test(each)).join(
        "\n",
      ),
    );
  }
  return success;
}

const { values } = readArgs(
  { options: { "no-test": { type: "boolean", default: false } } },
  "Usage: deno task ok [--no-test]",
);
const gates = values["no-test"]
  ? GATES.filter(({ name }) => name !== "test")
  : GATES;
let failed = 0;
for (const gate of gates) if (!await run(gate)) failed++;
print(`${gates.length - failed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
