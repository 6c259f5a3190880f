import assert from "node:assert/strict";
import { readAskArgs } from "../../src/cli/_ask_args.ts";
import { UsageError } from "../../src/cli/args.ts";

Deno.test("readAskArgs() makes a call of a tool", () => {
  const cases: [string[], string, object][] = [
    [["why?"], "answer", { query: "why?" }],
    [["why", "is  it", "so?"], "answer", { query: "why is  it so?" }],
    [["--", "--json", "-x"], "answer", { query: "--json -x" }],
    [
      ["--tool=answer_detailed", "--domains", "a.org, b.org,", "why?"],
      "answer_detailed",
      { query: "why?", domains: ["a.org", "b.org"] },
    ],
    [
      ["--domains", "a.org", "why?", "--domains=b.org"],
      "answer",
      { query: "why?", domains: ["a.org", "b.org"] },
    ],
    [
      ["--tool", "answer_quick", "--continue", "resp_1", "why?"],
      "answer_quick",
      { query: "why?", previous_response_id: "resp_1" },
    ],
    [["--result"], "answer_result", {}],
    [["--result", "resp_1"], "answer_result", { response_id: "resp_1" }],
    [["--result=resp_1"], "answer_result", { response_id: "resp_1" }],
  ];
  for (const [args, tool, wanted] of cases) {
    const call = readAskArgs(args);
    assert.deepEqual(call, { tool, args: wanted, json: false });
    assert.equal(readAskArgs(["--json", ...args])?.json, true);
  }
  assert.equal(readAskArgs(["why?", "--help"]), undefined);
});

Deno.test("readAskArgs() says what is wrong before anything is asked", () => {
  const cases: [string[], RegExp][] = [
    [[], /^Missing argument <question>$/],
    [["  ", ""], /^Missing argument <question>$/],
    [
      ["--tool", "answer_quick", "--domains", "a.org", "why?"],
      /^Option --domains does not go with answer_quick/,
    ],
    [["--tool", "iris", "why?"], /--tool is "iris", wanted answer, .* or /],
    [["--tool=", "why?"], /--tool needs a value/],
    [["--domains", " , ", "why?"], /--domains needs a value/],
    [["why?", "--continue"], /--continue needs a value/],
    [["why?", "--continue="], /--continue needs a value/],
    [["--result", "a", "b"], /--result takes one response_id, got 2/],
    [["--result", "--tool", "answer"], /--tool does not go with --result/],
    [["--result", "--continue", "x"], /--continue does not go with --result/],
    [["--style", "bullets", "why?"], /Unknown option --style/],
  ];
  for (const [args, message] of cases) {
    assert.throws(() => readAskArgs(args), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      return true;
    });
  }
});
