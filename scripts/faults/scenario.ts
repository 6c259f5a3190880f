import type { FakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import type { Program, ProgramOptions } from "../../tests/kit/program.ts";

/** What a scenario has at hand; all of it is cleared away afterwards. */
export interface Stage {
  /** A directory of its own. */
  readonly dir: string;
  /** A fake API that answers well until told otherwise. */
  readonly api: FakeOpenAI;
  /** The command that starts the program, without its arguments. */
  readonly command: readonly string[];
  /** The environment that the program gets. */
  env(more?: Readonly<Record<string, string>>): Record<string, string>;
  /** Starts the real program. */
  start(
    env?: Readonly<Record<string, string>>,
    options?: Partial<ProgramOptions>,
  ): Program;
}

/** One fault, and what comes of it. */
export interface Scenario {
  /** For `--only`, and in the list. */
  readonly name: string;
  /** What the user sees, in a sentence. */
  readonly sees: string;
  /** It measures memory, or time of the processor: nothing else runs beside it. */
  readonly alone?: boolean;
  /**
   * Fails by throwing; {@linkcode Skipped} when it cannot be tried here. What
   * it measured, if anything, is printed.
   */
  run(stage: Stage): Promise<void | string>;
}

/** Scenarios of one kind. */
export interface ScenarioGroup {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** A scenario that cannot be tried here, and why. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}
