import assert from "node:assert/strict";
import { createNarrator } from "../../../src/responses/run/narrator.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

function search(type: "added" | "done", action: object): {
  type: string;
  item: object;
} {
  const item = { id: "ws_1", type: "web_search_call", action };
  return { type: `response.output_item.${type}`, item };
}

Deno.test("createNarrator() tells of searches, reading, reasoning and writing", () => {
  const said: string[] = [];
  const narrator = createNarrator(new ManualClock(), (m) => said.push(m));
  const item = { id: "rs_1", type: "reasoning" };
  narrator.event({ type: "response.output_item.added", item });
  narrator.event(search("added", { type: "search", query: "" }));
  narrator.event(search("done", { type: "search", queries: ["a", "b"] }));
  narrator.event(search("done", { type: "open_page", url: "https://a.com" }));
  const code = { id: "ci_1", type: "code_interpreter_call" };
  narrator.event({ type: "response.output_item.added", item: code });
  narrator.event({ type: "response.output_item.done", item: code });
  narrator.event({ type: "response.output_text.delta", delta: "x" });
  narrator.event({ type: "response.output_text.delta", delta: "y" });
  narrator.close();
  assert.deepEqual(said, [
    "Reasoning",
    "Searching the web",
    "Searching the web: a | b",
    "Reading https://a.com",
    "Running code",
    "Writing the answer",
  ]);
});

Deno.test("createNarrator() tells each step once, and of writing again after it", () => {
  const said: string[] = [];
  const narrator = createNarrator(new ManualClock(), (m) => said.push(m));
  const delta = { type: "response.output_text.delta", delta: "x" };
  narrator.event(delta);
  const find = { type: "find_in_page", url: "https://a.com" };
  narrator.event(search("added", find));
  narrator.event(search("done", find));
  narrator.event(delta);
  // Some servers give their items no ids.
  for (const output_index of [1, 2]) {
    const item = { type: "reasoning" };
    const type = "response.output_item.added";
    narrator.event({ type, item, output_index });
  }
  narrator.close();
  assert.deepEqual(said, [
    "Writing the answer",
    "Reading https://a.com",
    "Writing the answer",
    "Reasoning",
    "Reasoning",
  ]);
});

Deno.test("createNarrator() beats at least every ten seconds", () => {
  const clock = new ManualClock();
  const at: number[] = [];
  const narrator = createNarrator(clock, () => at.push(clock.monotonic()));
  narrator.say("Asking");
  clock.advance(5000);
  narrator.say("step");
  clock.advance(60_000);
  narrator.close();
  const gaps = at.map((time, i) => time - (at[i - 1] ?? 0));
  assert.ok(Math.max(...gaps) <= 10_000, String(gaps));
  assert.ok(at.length >= 8);
  assert.deepEqual(at.slice(0, 4), [0, 5000, 14_000, 23_000]);
});

Deno.test("createNarrator() says how long it has been working", () => {
  const clock = new ManualClock();
  clock.advance(5000);
  const said: string[] = [];
  const narrator = createNarrator(clock, (m) => said.push(m));
  clock.advance(18_000);
  clock.advance(600);
  narrator.say("step");
  clock.advance(9000);
  narrator.close();
  assert.deepEqual(said, [
    "Still working (9 s)",
    "Still working (18 s)",
    "step",
    "Still working (28 s)",
  ]);
});

Deno.test("createNarrator() says nothing and keeps no timer once closed", () => {
  const clock = new ManualClock();
  const said: string[] = [];
  const narrator = createNarrator(clock, (m) => said.push(m));
  narrator.close();
  narrator.say("late");
  clock.advance(60_000);
  assert.deepEqual([said, clock.pending], [[], []]);
});

Deno.test("createNarrator() cuts a long query for clients", () => {
  const said: string[] = [];
  const narrator = createNarrator(new ManualClock(), (m) => said.push(m));
  narrator.event(
    search("done", { type: "search", queries: ["x".repeat(999)] }),
  );
  narrator.close();
  assert.equal(said[0]?.length, 200);
});

Deno.test("createNarrator() shows queries and addresses as one clean line", () => {
  const said: string[] = [];
  const narrator = createNarrator(new ManualClock(), (m) => said.push(m));
  narrator.event(search("done", { type: "search", queries: [" a\n b", "c"] }));
  const url = "https://a.com/?utm_source=openai";
  narrator.event(search("done", { type: "open_page", url }));
  narrator.close();
  assert.deepEqual(said, [
    "Searching the web: a b | c",
    "Reading https://a.com/",
  ]);
});
