import assert from "node:assert/strict";
import type { RoomRun } from "../../scripts/mutants/record.ts";
import {
  runMutants,
  type RunOptions,
} from "../../scripts/mutants/run_mutants.ts";

const SOURCE = `export function isAdult(age: number): boolean {
  return age >= 18;
}

/** Not asked by all tests. */

export function isChild(age: number): boolean {
  return age < 18;
}
`;

async function makeProject(test: string, source: string): Promise<string> {
  const root = `${await Deno.makeTempDir()}/`;
  for (const dir of ["src/age", "tests", "scripts"]) {
    await Deno.mkdir(root + dir, { recursive: true });
  }
  await Deno.writeTextFile(`${root}scripts/deno.json`, "{}");
  await Deno.writeTextFile(`${root}src/age/age.ts`, source);
  await Deno.writeTextFile(`${root}tests/age_test.ts`, test);
  await new Deno.Command("git", { args: ["init", "-q"], cwd: root }).output();
  return root;
}

async function run(
  test: string,
  source = SOURCE,
  options: Partial<RunOptions> = {},
): Promise<{ lines: string[]; runs: RoomRun[] }> {
  const root = await makeProject(test, source);
  const lines: string[] = [];
  try {
    const runs = await runMutants({
      root,
      rooms: ["age"],
      tests: ["tests"],
      seed: 1,
      seconds: 600,
      most: 100,
      reasonOf: () => "",
      tell: (line) => lines.push(line),
      ...options,
    });
    return { lines: lines.sort(), runs };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const ADULTS_ONLY = `
  import { isAdult, isChild } from "../src/age/age.ts";
  Deno.test("isAdult", () => {
    if (isAdult(17) !== false || isAdult(18) !== true) throw new Error();
    isChild(17);
  });
`;

Deno.test("runMutants() tells of the defects that no test notices", async () => {
  const { lines, runs } = await run(ADULTS_ONLY);
  const at = { file: "src/age/age.ts", line: "return age < 18;", why: "" };
  const survivors = [
    { ...at, was: "<", now: "<=" },
    { ...at, was: "18", now: "(18 + 1)" },
  ];
  assert.deepEqual(runs, [{ room: "age", tried: 6, of: 6, survivors }]);
  assert.deepEqual(lines, [
    "age: 6 of 6 tried, 2 survived",
    "src/age/age.ts:8: 18 → (18 + 1)",
    "src/age/age.ts:8: < → <=",
  ]);
});

Deno.test("runMutants() gives the reason of a defect that may live", async () => {
  const { lines, runs } = await run(ADULTS_ONLY, SOURCE, {
    rooms: ["age/*.ts"],
    reasonOf: ({ now }) => now === "<=" ? "nobody is 18" : "",
  });
  assert.deepEqual(runs[0]?.survivors.map(({ why }) => why), [
    "nobody is 18",
    "",
  ]);
  assert.deepEqual(lines, [
    "age/*.ts: 6 of 6 tried, 2 survived, 1 of them explained",
    "src/age/age.ts:8: 18 → (18 + 1)",
    "src/age/age.ts:8: < → <=, explained: nobody is 18",
  ]);
});

Deno.test("runMutants() tries the same defects when another is gone", async () => {
  const none = 'import "../src/age/age.ts"; Deno.test("none", () => {});';
  const [before] = (await run(none, SOURCE, { most: 3 })).runs;
  const more = `export const OLDEST = 120;\n${SOURCE}`;
  const [after] = (await run(none, more, { most: 4 })).runs;
  const shown = after?.survivors.map(({ line, now }) => `${line} ${now}`);
  assert.equal(before?.survivors.length, 3);
  for (const { line, now } of before.survivors) {
    assert.ok(shown?.includes(`${line} ${now}`), `${line} ${now}`);
  }
});

Deno.test("runMutants() says where no test comes", async () => {
  const { lines } = await run(`
    import { isAdult } from "../src/age/age.ts";
    Deno.test("isAdult", () => {
      if (isAdult(17) !== false || isAdult(18) !== true) throw new Error();
    });
  `);
  assert.deepEqual(lines, [
    "age: 6 of 6 tried, 2 survived",
    "src/age/age.ts:8: 18 → (18 + 1), where no test comes",
    "src/age/age.ts:8: < → <=, where no test comes",
  ]);
});

Deno.test("runMutants() gives a line to tests that run a part of it", async () => {
  const { lines } = await run(
    `import { name } from "../src/age/age.ts";
    Deno.test("name", () => {
      if (name("Ann") !== "Ann") throw new Error();
    });`,
    `export function name(given: string): string {
  if (given === "") return "nobody";
  return given;
}
`,
  );
  assert.deepEqual(lines, [
    "age: 5 of 5 tried, 1 survived",
    'src/age/age.ts:2: given === "" → false',
  ]);
});

Deno.test("runMutants() does not wait for a defect that never ends", async () => {
  const { lines } = await run(
    `import { age } from "../src/age/age.ts";
    Deno.test("age", () => {
      if (age() !== 18) throw new Error();
    });`,
    `export function age(): number {
  let age = 0;
  while (age !== 18) age++;
  return age;
}
`,
  );
  assert.deepEqual(lines, [
    "age: 7 of 7 tried, 1 survived",
    "src/age/age.ts:2: 0 → (0 + 1)",
  ]);
});

Deno.test("runMutants() refuses tests that fail without a defect", async () => {
  await assert.rejects(
    run("Deno.test('no', () => { throw new Error(); });"),
    RangeError,
  );
});
