import assert from "node:assert/strict";
import { runMutants } from "../../scripts/mutants/run_mutants.ts";
import { seededRandom } from "../kit/random.ts";

const SOURCE = `export function isAdult(age: number): boolean {
  return age >= 18;
}
export function isChild(age: number): boolean {
  return age < 18;
}
`;

async function makeProject(test: string): Promise<string> {
  const root = `${await Deno.makeTempDir()}/`;
  for (const dir of ["src/age", "tests", "scripts"]) {
    await Deno.mkdir(root + dir, { recursive: true });
  }
  await Deno.writeTextFile(`${root}scripts/deno.json`, "{}");
  await Deno.writeTextFile(`${root}src/age/age.ts`, SOURCE);
  await Deno.writeTextFile(`${root}tests/age_test.ts`, test);
  await new Deno.Command("git", { args: ["init", "-q"], cwd: root }).output();
  return root;
}

async function run(
  test: string,
): Promise<{ lines: string[]; tried: number; survivors: number }> {
  const root = await makeProject(test);
  const lines: string[] = [];
  try {
    const result = await runMutants({
      root,
      room: "age",
      tests: [],
      random: seededRandom(1),
      seconds: 600,
      tell: (line) => lines.push(line),
    });
    assert.equal(result.known, 6);
    return { lines: lines.sort(), ...result };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("runMutants() tells of the defects that no test notices", async () => {
  const { lines, tried } = await run(`
    import { isAdult } from "../src/age/age.ts";
    Deno.test("isAdult", () => {
      if (isAdult(17) !== false || isAdult(18) !== true) throw new Error();
    });
  `);
  assert.equal(tried, 6);
  assert.deepEqual(lines, [
    "src/age/age.ts:5: 18 → (18 + 1)",
    "src/age/age.ts:5: < → <=",
    "src/age/age.ts:5: return age < 18; → return undefined;",
  ]);
});

Deno.test("runMutants() refuses tests that fail without a defect", async () => {
  await assert.rejects(
    run("Deno.test('no', () => { throw new Error(); });"),
    RangeError,
  );
});
