import assert from "node:assert/strict";
import { missingIn, resultOf, STEPS } from "../../scripts/clients/expect.ts";
import { startScriptedModel } from "../../scripts/clients/scripted_model.ts";
import { clientsTable } from "../../scripts/docs/clients.ts";

const ANSWER = JSON.stringify({
  answer: "Sunny.\n\nSources:\n- https://example.com/ (2026-01-02)",
  citations: [{ url: "https://example.com/" }],
});
const FOUND = JSON.stringify({
  inline_hits: {
    items: [{
      title: "Backups › Restoring a snapshot",
      ref: { path: "backup.md" },
    }],
  },
});
const GOOD = new Map([
  ["answer", ANSWER],
  ["manual_ls", "{}"],
  ["manual_find", FOUND],
]);

function problems(changes: Readonly<Record<string, string>>): string[] {
  return missingIn(new Map([...GOOD, ...Object.entries(changes)]));
}

Deno.test("missingIn() is content with an answer and a hit, however wrapped", () => {
  assert.deepEqual(problems({}), []);
  const wrapped = JSON.stringify({ output: `<untrusted>\n${ANSWER}\n</u>` });
  assert.deepEqual(problems({ answer: wrapped }), []);
  assert.deepEqual(problems({ answer: `Wall time: 1 s\n${ANSWER}` }), []);
});

Deno.test("missingIn() finds what a model did not receive", () => {
  assert.equal(missingIn(new Map()).length, 6);
  const bare = ANSWER.replace("https://example.com/ (", "example (");
  assert.deepEqual(problems({ answer: bare }), [
    "the answer does not end in its sources",
  ]);
  assert.deepEqual(problems({ answer: "tool not found" }), [
    "the answer has no citation with a URL",
    "the answer does not end in its sources",
  ]);
  const elsewhere = FOUND.replace("backup.md", "other.md");
  assert.deepEqual(problems({ manual_find: elsewhere }), [
    "the best hit is not the section of the manual",
  ]);
});

Deno.test("resultOf() gives nothing for what is no JSON", () => {
  assert.equal(resultOf("no object", "citations"), undefined);
  assert.equal(resultOf("{broken", "citations"), undefined);
  assert.equal(resultOf('{"a":{}}', "citations"), undefined);
});

/** The next call that the model makes when a client offers these tools. */
async function nextCall(
  url: string,
  tools: readonly unknown[],
  input: readonly unknown[] = [],
): Promise<Record<string, unknown> | undefined> {
  const question = { role: "user", content: "Check it" };
  const response = await fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", input: [question, ...input], tools }),
  });
  const { output } = await response.json();
  return output.find((item: { type: string }) => item.type === "function_call");
}

const DETAILS = { type: "function", parameters: { type: "object" } };

Deno.test("a scripted model calls the next tool by the name it is offered", async () => {
  await using model = await startScriptedModel(STEPS);
  const names = ["x_answer_quick", "x_manual_find", "x_answer", "x_manual_ls"];
  const tools = names.map((name) => ({ ...DETAILS, name }));
  const first = await nextCall(model.url, tools);
  assert.equal(first?.name, "x_answer");
  const { call_id } = first;
  const output = { type: "function_call_output", call_id, output: ANSWER };
  const second = await nextCall(model.url, tools, [first, output]);
  assert.equal(second?.name, "x_manual_ls");
  assert.equal(model.results().get("answer"), ANSWER);
  assert.deepEqual(["Check it", "Not it"].map(model.heard), [true, false]);
});

Deno.test("a scripted model calls tools that are offered in a namespace", async () => {
  await using model = await startScriptedModel(STEPS);
  const group = { type: "namespace", name: "mcp__x" };
  const tools = [{ ...group, tools: [{ ...DETAILS, name: "answer" }] }];
  const call = await nextCall(model.url, tools);
  assert.deepEqual([call?.namespace, call?.name], ["mcp__x", "answer"]);
  assert.equal(
    await nextCall(model.url, [{ ...DETAILS, name: "b" }]),
    undefined,
  );
});

Deno.test("clientsTable() tells what did not work", () => {
  const text = clientsTable({
    date: "2026-01-02",
    server: "1.2.3",
    outcomes: [{
      client: "Good",
      package: "good",
      version: "1.0.0",
      problems: { stdio: [], HTTP: ["no answer", "no hit"] },
      instructions: true,
    }, {
      client: "Gone",
      package: "gone",
      version: null,
      problems: { stdio: [], HTTP: [] },
      instructions: false,
    }],
  });
  assert.match(text, /2026-01-02 with version 1\.2\.3/);
  assert.match(text, /Good.*works.*no answer; no hit.*shown to the model/);
  assert.match(text, /Gone.*could not be installed.*not tried.*not tried/);
});
