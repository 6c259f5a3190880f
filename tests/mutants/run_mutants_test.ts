import assert from "node:assert/strict";
import { runMutants } from "../../scripts/mutants/run_mutants.ts";
import { seededRandom } from "../kit/random.ts";

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
): Promise<{ lines: string[]; survivors: number }> {
  const root = await makeProject(test, source);
  const lines: string[] = [];
  try {
    const survivors = await runMutants({
      root,
      rooms: ["age"],
      tests: ["tests"],
      random: () => seededRandom(1),
      seconds: 600,
      tell: (line) => lines.push(line),
    });
    return { lines: lines.sort(), survivors };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("runMutants() tells of the defects that no test notices", async () => {
  const { lines, survivors } = await run(`
    import { isAdult, isChild } from "../src/age/age.ts";
    Deno.test("isAdult", () => {
      if (isAdult(17) !== false || isAdult(18) !== true) throw new Error();
      isChild(17);
    });
  `);
  assert.equal(survivors, 2);
  assert.deepEqual(lines, [
    "age: 6 of 6 tried, 2 survived",
    "src/age/age.ts:8: 18 → (18 + 1)",
    "src/age/age.ts:8: < → <=",
  ]);
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
