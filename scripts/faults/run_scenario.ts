import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { envWithHome, type Launch } from "../../tests/kit/launch.ts";
import { Program } from "../../tests/kit/program.ts";
import { type Scenario, Skipped } from "./scenario.ts";
import { within } from "../../tests/kit/within.ts";

/** Longer than any scenario takes, even on a machine that is much too busy. */
const LIMIT_MS = 400_000;

/** A key in the form of OpenAI's, to be found in no output. */
export const KEY = "sk-faults-0123456789abcdef";

/** What came of a scenario. */
export interface Verdict {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped, or what was measured. */
  readonly why?: string;
  readonly seconds: number;
}

/** Runs one scenario with everything of its own, and clears up after it. */
export async function runScenario(
  { name, run }: Scenario,
  launch: Launch,
): Promise<Verdict> {
  const started = performance.now();
  const dir = await Deno.makeTempDir({ prefix: "faults-" });
  const api = startFakeOpenAI();
  const programs: Program[] = [];
  const env = (more: Readonly<Record<string, string>> = {}) =>
    envWithHome(dir, {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: api.baseUrl,
      OPENAI_MAX_RETRIES: "2",
      ...more,
    });
  const problems: unknown[] = [];
  let measured: string | undefined;
  try {
    const stage = {
      dir,
      api,
      command: launch.command,
      env,
      start(more = {}, options = {}): Program {
        const command = [...launch.command, "--stdio"];
        const program = new Program({ command, env: env(more), ...options });
        programs.push(program);
        return program;
      },
    } satisfies Parameters<typeof run>[0];
    measured = await within(LIMIT_MS, name, run(stage)) ?? undefined;
  } catch (error) {
    problems.push(error);
  }
  for (const program of programs) {
    await program.dispose();
    problems.push(...program.violations);
    if (program.stderr.includes(KEY)) problems.push("The key is on stderr");
  }
  await api[Symbol.asyncDispose]();
  await Deno.remove(dir, { recursive: true });
  const seconds = (performance.now() - started) / 1000;
  const why = measured === undefined ? {} : { why: measured };
  return { name, seconds, ...why, ...judge(problems) };
}

function judge(problems: readonly unknown[]): Pick<Verdict, "state" | "why"> {
  const [first] = problems;
  if (first === undefined) return { state: "passed" };
  if (first instanceof Skipped && problems.length === 1) {
    return { state: "skipped", why: first.message };
  }
  const why = problems.map((problem) =>
    problem instanceof Error ? problem.message : String(problem)
  ).join("; ");
  return { state: "failed", why };
}
