import type { Config, Profile } from "../../../src/config/schema.ts";
import type { Partial as Part } from "../../kit/answer_setup.ts";
import type { Effect, Seen } from "./effect.ts";

const ALWAYS = { background: "always" } as const;
const MODEL = "gpt-5.2";
const reason = ({ outcome }: Seen): unknown =>
  outcome.ok ? "none" : outcome.error.data.reason;
const inBackground = ({ api }: Seen): unknown =>
  api.requests[0]?.body.background ?? false;
const status = ({ outcome }: Seen): unknown =>
  outcome.ok ? outcome.structured?.status : "failed";

function profile(fields: Profile): Part<Config> {
  return { model_profiles: { answer: fields } };
}

/** The settings of answers that run in the background. */
export const BACKGROUND_EFFECTS: Readonly<Record<string, Effect>> = {
  "responses.background": {
    set: { responses: ALWAYS },
    see: inBackground,
    changes: [false, true],
  },
  "model_profiles.*.background": {
    from: profile({ model: MODEL }),
    set: profile({ model: MODEL, ...ALWAYS }),
    see: inBackground,
    changes: [false, true],
  },
  "request.answer_within_ms": {
    from: { responses: ALWAYS },
    set: { responses: ALWAYS, request: { answer_within_ms: 20 } },
    plan: { paused: 3, lastsMs: 300 },
    see: status,
    changes: [undefined, "in_progress"],
  },
  "responses.ledger": {
    set: { responses: { ledger: false } },
    tool: "answer_result",
    args: {},
    see: reason,
    changes: ["none", "invalid_arguments"],
  },
  "responses.max_bytes": {
    set: { responses: { max_bytes: 1024 } },
    see: reason,
    changes: ["none", "upstream_error"],
  },
};
