import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { runTarget } from "../../scripts/fuzz/run_target.ts";
import type { Target } from "../../scripts/fuzz/target.ts";

/** A target that fails for texts with a "b" before a "c". */
function planted(check: (text: string) => string | undefined): Target<string> {
  return {
    name: "planted",
    unit: "texts",
    open: () => ({
      inputs: fc.string({
        unit: fc.constantFrom("a", "b", "c"),
        minLength: 2,
        maxLength: 20,
      }),
      check: (text) => ({ units: 1, problem: check(text) }),
      show: (text) => text,
    }),
  };
}

const target = planted((text) => /b.*c/.test(text) ? "b before c" : undefined);

Deno.test("runTarget() reports a defect with a small input that shows it", async () => {
  const { findings } = await runTarget(target, { seed: 1, cases: 50 });
  assert.equal(findings.length, 3);
  for (const { input, problem } of findings) {
    assert.match(input, /b.*c/);
    assert.ok(input.length <= 3, `${input} could be smaller`);
    assert.equal(problem, "b before c");
  }
});

Deno.test("runTarget() brings a finding back from its seed alone", async () => {
  const { findings: [found] } = await runTarget(target, { seed: 7, cases: 50 });
  const again = await runTarget(target, { seed: found?.seed ?? 0, cases: 1 });
  assert.deepEqual(again.findings, [found]);
});

Deno.test("runTarget() takes what is thrown for a finding", async () => {
  const throwing = planted(() => {
    throw new TypeError("planted");
  });
  const { findings } = await runTarget(throwing, { seed: 1, cases: 1 });
  assert.match(findings[0]?.problem ?? "", /throws TypeError: planted/);
});

Deno.test("runTarget() makes the same cases from the same seed", async () => {
  const seen: string[] = [];
  const noting = planted((text) => void seen.push(text));
  await runTarget(noting, { seed: 3, cases: 20 });
  await runTarget(noting, { seed: 3, cases: 20 });
  assert.deepEqual(seen.slice(0, 20), seen.slice(20));
  assert.ok(new Set(seen).size > 10);
});

Deno.test("fuzz ends with 0 without findings and with 2 for an unknown target", async () => {
  const script = fileURLToPath(
    new URL("../../scripts/fuzz.ts", import.meta.url),
  );
  const run = async (...args: string[]): Promise<[number, string]> => {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", script, ...args],
    }).output();
    return [code, new TextDecoder().decode(stdout)];
  };
  const [code, text] = await run("--target", "formats", "--cases", "50");
  assert.equal(code, 0);
  assert.match(text, /^seed \d+\nformats +50 cases +50 files +0 findings/);
  assert.equal((await run("--target", "nothing"))[0], 2);
});
