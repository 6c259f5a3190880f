import assert from "node:assert/strict";
import { createProgress } from "../../../src/responses/run/progress.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

function search(type: "added" | "done", action: object): {
  type: string;
  item: object;
} {
  const item = { id: "ws_1", type: "web_search_call", action };
  return { type: `response.output_item.${type}`, item };
}

Deno.test("createProgress() tells of searches, reading, reasoning and writing", () => {
  const said: string[] = [];
  const progress = createProgress(new ManualClock(), (m) => said.push(m));
  const item = { id: "rs_1", type: "reasoning" };
  progress.event({ type: "response.output_item.added", item });
  progress.event(search("added", { type: "search", query: "" }));
  progress.event(search("done", { type: "search", queries: ["a", "b"] }));
  progress.event(search("done", { type: "open_page", url: "https://a.com" }));
  const code = { id: "ci_1", type: "code_interpreter_call" };
  progress.event({ type: "response.output_item.added", item: code });
  progress.event({ type: "response.output_item.done", item: code });
  progress.event({ type: "response.output_text.delta", delta: "x" });
  progress.event({ type: "response.output_text.delta", delta: "y" });
  progress.close();
  assert.deepEqual(said, [
    "Reasoning",
    "Searching the web",
    "Searching the web: a | b",
    "Reading https://a.com",
    "Running code",
    "Writing the answer",
  ]);
});

Deno.test("createProgress() tells each step once, and of writing again after it", () => {
  const said: string[] = [];
  const progress = createProgress(new ManualClock(), (m) => said.push(m));
  const delta = { type: "response.output_text.delta", delta: "x" };
  progress.event(delta);
  const find = { type: "find_in_page", url: "https://a.com" };
  progress.event(search("added", find));
  progress.event(search("done", find));
  progress.event(delta);
  // Some servers give their items no ids.
  for (const output_index of [1, 2]) {
    const item = { type: "reasoning" };
    const type = "response.output_item.added";
    progress.event({ type, item, output_index });
  }
  progress.close();
  assert.deepEqual(said, [
    "Writing the answer",
    "Reading https://a.com",
    "Writing the answer",
    "Reasoning",
    "Reasoning",
  ]);
});

Deno.test("createProgress() beats at least every ten seconds", () => {
  const clock = new ManualClock();
  const at: number[] = [];
  const progress = createProgress(clock, () => at.push(clock.monotonic()));
  progress.say("Asking");
  clock.advance(5000);
  progress.say("step");
  clock.advance(60_000);
  progress.close();
  const gaps = at.map((time, i) => time - (at[i - 1] ?? 0));
  assert.ok(Math.max(...gaps) <= 10_000, String(gaps));
  assert.ok(at.length >= 8);
  assert.deepEqual(at.slice(0, 4), [0, 5000, 14_000, 23_000]);
});

Deno.test("createProgress() says how long it has been working", () => {
  const clock = new ManualClock();
  clock.advance(5000);
  const said: string[] = [];
  const progress = createProgress(clock, (m) => said.push(m));
  clock.advance(18_000);
  clock.advance(600);
  progress.say("step");
  clock.advance(9000);
  progress.close();
  assert.deepEqual(said, [
    "Still working (9 s)",
    "Still working (18 s)",
    "step",
    "Still working (28 s)",
  ]);
});

Deno.test("createProgress() says nothing and keeps no timer once closed", () => {
  const clock = new ManualClock();
  const said: string[] = [];
  const progress = createProgress(clock, (m) => said.push(m));
  progress.close();
  progress.say("late");
  clock.advance(60_000);
  assert.deepEqual([said, clock.pending], [[], []]);
});

Deno.test("createProgress() cuts a long query for clients", () => {
  const said: string[] = [];
  const progress = createProgress(new ManualClock(), (m) => said.push(m));
  progress.event(
    search("done", { type: "search", queries: ["x".repeat(999)] }),
  );
  progress.close();
  assert.equal(said[0]?.length, 200);
});

Deno.test("createProgress() shows queries and addresses as one clean line", () => {
  const said: string[] = [];
  const progress = createProgress(new ManualClock(), (m) => said.push(m));
  progress.event(search("done", { type: "search", queries: [" a\n b", "c"] }));
  const url = "https://a.com/?utm_source=openai";
  progress.event(search("done", { type: "open_page", url }));
  progress.close();
  assert.deepEqual(said, [
    "Searching the web: a b | c",
    "Reading https://a.com/",
  ]);
});
