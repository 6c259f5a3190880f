import type { Config } from "../../../src/config/schema.ts";
import type { ToolOutcome } from "../../../src/tools/tool.ts";
import type { Partial as Part } from "../../kit/answer_setup.ts";
import type {
  FakeOpenAI,
  Plan,
  ReceivedRequest,
} from "../../kit/fake_openai/mod.ts";

/** What one call showed. */
export interface Seen {
  readonly api: FakeOpenAI;
  readonly outcome: ToolOutcome;
  readonly body: Part<ReceivedRequest["body"]>;
}

/** How a setting shows. */
export interface Effect {
  /** @default {the default configuration} */
  readonly from?: Part<Config>;
  /** The same with the setting changed. */
  readonly set: Part<Config>;
  /** What it changes. */
  see(seen: Seen): unknown;
  /** What is seen without it, and with it. */
  readonly changes: readonly [from: unknown, to: unknown];
  /** @default {"answer"} */
  readonly tool?: string;
  /** @default {a question} */
  readonly args?: Readonly<Record<string, unknown>>;
  /** What the API does. */
  readonly plan?: Plan;
}
