import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ChildProcess, type Ended } from "../kit/child_process.ts";
import { cleanEnv, onNode } from "../kit/launch.ts";

async function run(
  script: string,
  args: readonly string[] = [],
): Promise<Ended> {
  const path = fileURLToPath(
    new URL(`../../scripts/${script}`, import.meta.url),
  );
  const command = [Deno.execPath(), "run", "-A", path, ...args];
  await using process = new ChildProcess({ command, env: cleanEnv() });
  await process.end();
  const ended = await process.ended();
  // On a new machine Deno tells of what it fetches first.
  const stderr = ended.stderr.replace(/^Download .*\n/gm, "");
  return { ...ended, stderr };
}

Deno.test("demo shows the product first, and the protocol when asked to", async () => {
  const { code, stdout, stderr } = await run("demo.ts", ["--protocol"]);
  assert.deepEqual([code, stderr], [0, ""]);
  const order = [
    /\n {2}OPENAI_API_KEY is not set: a fake API on this machine answers/,
    /\nAsk: What is the weather/,
    /… Searching the web: weather Tokyo/,
    /Sources:\n {2}- https:\/\/www\.jma\.go\.jp/,
    /\nGo on from that answer: Do I need an umbrella\?\n {2}No: /,
    /\n {2}decisions\.md:\d+ {2}Decisions › The protocol core/,
    /Read the best one: decisions\.md:\d+\n## The pro/,
    // What goes on says so.
    /\n…\n/,
    /\nProtocol: connect with initialize/,
    /missing_api_key: /,
    /\nYour turn\n/,
    // Whoever has only Node and npm has no command deno.
    /\n {2}npx -y deno@[\d.]+ run -A mod\.ts doctor\n/,
  ].map((part) => stdout.search(part));
  assert.ok(!order.includes(-1), `${order}\n${stdout}`);
  assert.deepEqual(order, order.toSorted((a, b) => a - b));
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  assert(!stdout.includes("\x1b"), "colours without a terminal");
});

Deno.test("demo leaves the protocol out unless asked to", async () => {
  const { code, stdout } = await run("demo.ts");
  assert.equal(code, 0);
  assert.ok(!/^Protocol: |initialize|missing_api_key/m.test(stdout), stdout);
});

/** What is a task of its own; `compile` hands its arguments on. */
const SCRIPTS = [...Deno.readDirSync(new URL("../../scripts", import.meta.url))]
  .map(({ name }) => name)
  .filter((name) =>
    name.endsWith(".ts") && !/^(?:command_line|compile)\.ts$/.test(name)
  );

Deno.test("scripts say how they are used when asked to, and do nothing else", async () => {
  assert.ok(SCRIPTS.length > 10);
  for (const script of SCRIPTS) {
    const [asked, unheard] = await Promise.all([
      run(script, ["--help"]),
      run(script, ["--no-such-option"]),
    ]);
    assert.deepEqual([asked.code, asked.stderr], [0, ""], script);
    assert.match(asked.stdout, /^Usage: deno task .*\n(?:[A-Z]\w+: .*\n)*$/);
    assert.deepEqual([unheard.code, unheard.stdout], [2, ""], script);
    assert.match(unheard.stderr, /no-such-option[^]*\nUsage: deno task /);
  }
});

Deno.test("scripts refuse what they cannot use before they do anything", async () => {
  const refused: [string, string[], RegExp][] = [
    ["bench.ts", ["--section", "speed"], /^Unknown section speed; /],
    ["bench.ts", ["--against", "nosuch.json"], /^--against nosuch\.json: /],
    ["bench.ts", ["--against", "deno.json"], /No figures of a run\n/],
    ["bench.ts", ["--against", "README.md"], /is not valid JSON\n/],
    ["bench.ts", ["--json", "nosuch/run.json"], /^No directory nosuch\n/],
    ["bench.ts", ["--corpus", "nosuch"], /^No directory nosuch\n/],
    ["bench.ts", ["--section=scale", "--files=few"], /^--files is few, /],
    ["eval.ts", ["--set", "nosuch=1"], /^No setting manuals\.nosuch\n/],
    ["fuzz.ts", ["--target", "nosuch"], /^No target nosuch\n/],
    ["fuzz.ts", ["--seconds", "0"], /^--seconds is 0, /],
    ["fuzz.ts", ["--cases", "0"], /^--cases is 0, /],
    ["fuzz.ts", ["--seed", "9".repeat(20)], /^--seed is 9+, /],
    ["mutants.ts", [], /^No room: /],
    ["mutants.ts", ["--room", "../scripts"], /^Nothing in src\/\.\./],
    ["mutants.ts", ["--room=text", "--seconds=0"], /^--seconds is 0, /],
    ["mutants.ts", ["--room=text", "--tests=nosuch"], /^No tests in nosuch\n/],
    ["soak.ts", ["--seconds", "9"], /^--seconds is 9, /],
    ["soak.ts", ["--way", "nosuch"], /^No way nosuch\n/],
    ["soak.ts", ["--node", "--way", "parts"], /^With --node /],
    ["check_regexes.ts", ["nosuch"], /^No directory .*nosuch\/\n/],
    ["check_scanner.ts", ["nosuch"], /^No directory nosuch\n/],
    ["check_clients.ts", ["nosuch"], /^No client nosuch\n/],
    ["release_notes.ts", ["v1.2.3", "v1.2.4"], /^One tag at a time\n/],
  ];
  for (const [script, args, problem] of refused) {
    const { code, stdout, stderr } = await run(script, args);
    assert.deepEqual([code, stdout], [2, ""], `${script} ${args}: ${stderr}`);
    assert.match(stderr, problem, script);
    assert.match(stderr, /\nUsage: deno task /, script);
  }
});

Deno.test("smoke gets three answers in both framings from a given command", async () => {
  const args = ["--", ...(await onNode()).command];
  const { code, stdout, stderr } = await run("smoke.ts", args);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout.match(/ tools\/call .*HTTP 404/g)?.length, 2);
});

Deno.test("smoke fails when the command does not answer", async () => {
  const { code } = await run("smoke.ts", [Deno.execPath(), "eval", "0"]);
  assert.equal(code, 1);
});
