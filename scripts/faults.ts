/**
 * The real program under fault, over real pipes: what breaks, what the user
 * sees then, and that the next request is answered.
 *
 * ```sh
 * deno task faults [--only <name>] [--node]
 * ```
 *
 * `--only` takes the beginning of a name. With `--node` it is the npm build
 * that runs, under Node.
 *
 * @module
 */
import { type Launch, onDeno, onNode } from "../tests/kit/launch.ts";
import { runScenario, type Verdict } from "./faults/run_scenario.ts";
import type { Scenario } from "./faults/scenario.ts";
import { GROUPS } from "./faults/scenarios.ts";
import { print, readArgs } from "./command_line.ts";

const MARK = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" };

function report({ name, state, why, seconds }: Verdict): void {
  const reason = why === undefined ? "" : `: ${why}`;
  print(`${MARK[state]} ${name} (${seconds.toFixed(1)} s)${reason}`);
}

/** More than there are processors, often: most scenarios wait most of the time. */
const LANES = 3;

interface Chosen {
  readonly title: string;
  readonly scenario: Scenario;
}

/** Those that measure memory have the machine to themselves, after the rest. */
async function runAll(only: string, launch: Launch): Promise<Verdict[]> {
  const chosen = GROUPS.flatMap(({ title, scenarios }) =>
    scenarios.filter(({ name }) => name.startsWith(only))
      .map((scenario): Chosen => ({ title, scenario }))
  );
  const isAlone = ({ scenario: { alone = false } }: Chosen): boolean => alone;
  return [
    ...await runLanes(chosen.filter((one) => !isAlone(one)), LANES, launch),
    ...await runLanes(chosen.filter(isAlone), 1, launch),
  ];
}

/** Runs so many at a time; tells of them in their order. */
async function runLanes(
  chosen: readonly Chosen[],
  lanes: number,
  launch: Launch,
): Promise<Verdict[]> {
  const waiting = chosen.map((one) => ({
    ...one,
    ...Promise.withResolvers<Verdict>(),
  }));
  const todo = waiting.values();
  for (let i = 0; i < lanes; i++) runLane(todo, launch);
  const verdicts: Verdict[] = [];
  let group = "";
  for (const { title, promise } of waiting) {
    const verdict = await promise;
    if (title !== group) print(`\n${title} (${launch.name})`);
    group = title;
    report(verdict);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Runs what is to be done, one after the other, until nothing is left. */
async function runLane(
  todo: Iterable<Chosen & { resolve(verdict: Promise<Verdict>): void }>,
  launch: Launch,
): Promise<void> {
  for (const { scenario, resolve } of todo) {
    const running = runScenario(scenario, launch);
    resolve(running);
    // Whoever reports it hears of a failure.
    await running.catch(() => undefined);
  }
}

if (import.meta.main) {
  const { values: { only, node } } = readArgs({
    options: {
      only: { type: "string", default: "" },
      node: { type: "boolean", default: false },
    },
  }, "Usage: deno task faults [--only <name>] [--node]");
  const launch = node ? await onNode() : onDeno();
  const verdicts = await runAll(only, launch);
  const count = (state: Verdict["state"]): number =>
    verdicts.filter((verdict) => verdict.state === state).length;
  if (verdicts.length === 0) print(`No scenario begins with ${only}`);
  const skipped = count("skipped");
  if (skipped > 0) print(`\n${skipped} skipped`);
  print(`\n${count("passed")} passed, ${count("failed")} failed`);
  Deno.exit(count("failed") > 0 || verdicts.length === 0 ? 1 : 0);
}
