import assert from "node:assert/strict";
import {
  readingOf,
  runsInBackground,
  toolOf,
} from "../../../src/responses/request/background.ts";
import { configWith } from "../../kit/answer_setup.ts";

Deno.test("readingOf() takes what was asked from the response, else from the settings", () => {
  const settings = configWith();
  const capOf = (ormcp_cap?: string): number => {
    const metadata = { ormcp_tool: "answer", ...ormcp_cap && { ormcp_cap } };
    return readingOf({ metadata }, settings, "2026-11-16").maxCitations;
  };
  assert.deepEqual(["1", "10"].map(capOf), [1, 10]);
  const usual = settings.policy.max_citations;
  for (const cap of [undefined, "0", "11", "many"]) {
    assert.equal(capOf(cap), usual, cap);
  }
  // What can be fetched by its id can be continued by it, too.
  assert.equal(readingOf({}, settings, "2026-11-16").store, true);
});

Deno.test("runsInBackground() does so as it is set, and only what is stored", () => {
  const here = configWith();
  const at = (background: "never" | "auto" | "always", store = true) => ({
    ...here,
    responses: { ...here.responses, background, store },
    model_profiles: { answer: { model: "gpt-5.2" } },
  });
  assert.equal(runsInBackground(at("never"), "answer"), false);
  assert.equal(runsInBackground(at("auto"), "answer"), true);
  assert.equal(runsInBackground(at("auto"), "answer_quick"), false);
  assert.equal(runsInBackground(at("always"), "answer_quick"), true);
  assert.equal(runsInBackground(at("always"), "iris"), false);
  assert.equal(runsInBackground(at("always", false), "answer"), false);
});

Deno.test("toolOf() knows the tool that asked, or takes it for answer", () => {
  for (const name of ["answer", "answer_detailed", "answer_quick"]) {
    assert.equal(toolOf({ metadata: { ormcp_tool: name } }), name);
  }
  assert.equal(toolOf({ metadata: { ormcp_tool: "other" } }), "answer");
  assert.equal(toolOf({}), "answer");
});
