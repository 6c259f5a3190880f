import assert from "node:assert/strict";
import { onDeno } from "../kit/launch.ts";
import { runScenario } from "../../scripts/faults/run_scenario.ts";
import { type Scenario, Skipped } from "../../scripts/faults/scenario.ts";
import { GROUPS } from "../../scripts/faults/scenarios.ts";

const SCENARIOS = GROUPS.flatMap((group) => group.scenarios);

function scenario(run: Scenario["run"]): Scenario {
  return { name: "test", sees: "", run };
}

Deno.test("runScenario() fails a scenario that throws, with its words", async () => {
  const verdict = await runScenario(
    scenario(() => Promise.reject(new Error("no answer"))),
    onDeno(),
  );
  assert.equal(verdict.state, "failed");
  assert.equal(verdict.why, "no answer");
});

Deno.test("runScenario() fails a scenario whose server wrote what is no message", async () => {
  const verdict = await runScenario(
    scenario(async ({ start }) => {
      await start({}, { command: [Deno.execPath(), "--version"] }).exit();
    }),
    onDeno(),
  );
  assert.equal(verdict.state, "failed");
  assert.match(verdict.why ?? "", /No message on stdout/);
});

Deno.test("runScenario() skips a scenario that cannot be tried here", async () => {
  const verdict = await runScenario(
    scenario(() => Promise.reject(new Skipped("needs root"))),
    onDeno(),
  );
  assert.equal(verdict.state, "skipped");
});

for (const name of ["storm-crowd", "garbage", "sigterm-while-unread"]) {
  Deno.test(`faults: ${name}`, async () => {
    const found = SCENARIOS.find((one) => one.name === name);
    assert.ok(found);
    const { state, why } = await runScenario(found, onDeno());
    assert.equal(state, "passed", why);
  });
}

Deno.test("scenarios have names of their own and say what the user sees", () => {
  const names = SCENARIOS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, sees } of SCENARIOS) {
    assert.match(name, /^[a-z0-9-]+$/);
    assert.ok(sees.length > 10, name);
  }
});
