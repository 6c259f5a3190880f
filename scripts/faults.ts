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
import { GROUPS } from "./faults/scenarios.ts";
import { print, readArgs } from "./command_line.ts";

const MARK = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" };

function report({ name, state, why, seconds }: Verdict): void {
  const reason = why === undefined ? "" : `: ${why}`;
  print(`${MARK[state]} ${name} (${seconds.toFixed(1)} s)${reason}`);
}

async function runAll(only: string, launch: Launch): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { title, scenarios } of GROUPS) {
    const chosen = scenarios.filter(({ name }) => name.startsWith(only));
    if (chosen.length > 0) print(`\n${title} (${launch.name})`);
    for (const scenario of chosen) {
      const verdict = await runScenario(scenario, launch);
      report(verdict);
      verdicts.push(verdict);
    }
  }
  return verdicts;
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
