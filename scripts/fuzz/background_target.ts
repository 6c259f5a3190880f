import fc from "fast-check";
import { TEST_KEY } from "../../tests/kit/answer_setup.ts";
import { setUpBackground } from "../../tests/kit/background_setup.ts";
import {
  type Fault,
  type Plan,
  type Script,
  startFakeOpenAI,
} from "../../tests/kit/fake_openai/mod.ts";
import type { ToolOutcome } from "../../src/tools/tool.ts";
import type { OpenTarget, Target } from "./target.ts";

/** What goes wrong while a response is worked on in the background. */
export interface BackgroundInput {
  readonly script: Script;
  readonly stream: boolean;
  /** How the API gives events again. */
  readonly resume: keyof typeof RESUMES;
  /** So many events happen at once, the others a moment later. */
  readonly paused: number | undefined;
  /** Of the connection that the question is asked on. */
  readonly first: Fault | undefined;
  /** Of those that the answer is taken up with, in order. */
  readonly later: readonly Fault[];
}

const RESUMES = {
  events: {},
  refused: { resume: "refused" },
  whole: { resume: "whole" },
} as const;

const PAGE = { url: "https://example.com/a", title: "A", date: "2025-08-01" };
const SCRIPTS: readonly Script[] = [
  { text: "Plain." },
  {
    text: `Found [it](${PAGE.url}).\n\nSources:\n- ${PAGE.url} (2025-08-01)`,
    searches: [{ query: "q", urls: [PAGE.url] }],
    cites: [PAGE],
  },
  { text: "東京は晴れ 😀。".repeat(20), searches: [{ query: "天気" }] },
  { text: "cut short", incomplete: "max_output_tokens" },
];

/**
 * Answers in the background whose connections break, at any event and again and
 * again: the answer that an unbroken connection would have brought, one response
 * paid for, its end in the ledger, and no key shown.
 */
export const backgroundTarget: Target<BackgroundInput> = {
  name: "background",
  unit: "connections",
  open: openBackground,
};

function broken(least: number): fc.Arbitrary<Fault> {
  return fc.record({
    kind: fc.constantFrom("cut", "end", "garbage", "error_event"),
    events: fc.integer({ min: least, max: 30 }),
    message: fc.constant(`broken ${TEST_KEY}`),
  });
}

const away = fc.constantFrom(408, 429, 500, 502, 503)
  .map((status): Fault => ({ kind: "status", status, echoKey: true }));
const page = fc.constant<Fault>({
  kind: "raw",
  contentType: "text/html",
  body: "<h1>Bad gateway</h1>",
});

const inputs: fc.Arbitrary<BackgroundInput> = fc.record({
  script: fc.constantFrom(...SCRIPTS),
  stream: fc.boolean(),
  resume: fc.constantFrom("events", "events", "refused", "whole"),
  paused: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  // Without an id nobody could take the answer up: the first event has it.
  first: fc.option(broken(1), { nil: undefined }),
  later: fc.array(fc.oneof({ weight: 3, arbitrary: broken(0) }, away, page), {
    maxLength: 6,
  }),
});

function openBackground(): OpenTarget<BackgroundInput> {
  return { inputs, check: checkAnswer };
}

async function checkAnswer(
  { script, stream, resume, paused, first, later }: BackgroundInput,
): Promise<{ units: number; problem?: string | undefined }> {
  await using api = startFakeOpenAI(RESUMES[resume]);
  const setup = setUpBackground(api.baseUrl, {
    fast: true,
    debug: true,
    config: { responses: { stream } },
  });
  api.next({ script });
  const whole = shownIn(await setup.call("answer", { query: "q" }));
  const asked = api.requests.length;
  const plan: Plan = {
    script,
    ...paused !== undefined && { paused, lastsMs: 3 },
    // A connection without events has none to break at.
    ...stream && first && { fault: first },
  };
  api.next(plan, ...later.map((fault) => ({ fault })));
  const outcome = await setup.call("answer", { query: "q" });
  const answer = shownIn(outcome);
  const paid = api.created.length - 1;
  const id = api.created[1]?.final.id;
  const entries = setup.ledger().filter((entry) => entry.response_id === id);
  // What is finished in the first reply was never anything to remember.
  const least = stream || paused !== undefined ? 1 : 0;
  const statuses = entries.map(({ status }) => status);
  const shown = JSON.stringify(outcome) + setup.lines.join("");
  const wanted = script.incomplete ? "incomplete" : "completed";
  const problem = answer !== whole
    ? `answered ${answer}, not ${whole}`
    : paid !== 1
    ? `paid for ${paid} responses`
    : entries.length < least || statuses.some((status) => status !== wanted)
    ? `the ledger says ${statuses.join()}, not ${wanted}`
    : shown.includes(TEST_KEY)
    ? `shows the key: ${shown}`
    : undefined;
  return { units: api.requests.length - asked, problem };
}

/** What a caller sees, but for the id that every response has of its own. */
function shownIn(outcome: ToolOutcome): string {
  return outcome.ok
    ? JSON.stringify({ ...outcome.structured, response_id: "" })
    : JSON.stringify(outcome.error);
}
