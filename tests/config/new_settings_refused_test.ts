import assert from "node:assert/strict";
import { loadConfig } from "../../src/config/load.ts";
import { HOME, problemsOf, withYaml, YAML } from "../kit/with_yaml.ts";

const SECRET = "hunter2-hunter2";

Deno.test("loadConfig() refuses wrong values by the variable that holds them", async () => {
  const cases: readonly [name: string, value: string, problem: string][] = [
    ["ORMCP_SERVER_TOOLS", "answer,nothing", '.1 is "nothing", wanted one of '],
    [
      "ORMCP_SEARCH_BLOCKED_DOMAINS",
      "a.com,no host",
      '.1 is "no host", wanted a host name',
    ],
    [
      "ORMCP_SEARCH_EXTERNAL_WEB_ACCESS",
      "perhaps",
      ' is "perhaps", wanted true or false or null',
    ],
    [
      "ORMCP_SEARCH_TOOL",
      "web search",
      ' is "web search", wanted a string matching',
    ],
    [
      "ORMCP_RESPONSES_MAX_OUTPUT_TOKENS",
      "15",
      ' is "15", wanted a whole number of at least 16 or null',
    ],
    [
      "ORMCP_RESPONSES_MAX_TOOL_CALLS",
      "0",
      ' is "0", wanted a whole number of at least 1 or null',
    ],
    [
      "ORMCP_RESPONSES_SERVICE_TIER",
      "cheap",
      ' is "cheap", wanted one of "auto"',
    ],
    ["ORMCP_RESPONSES_SAFETY_IDENTIFIER", "x".repeat(129), ' is "xxx'],
    [
      "ORMCP_RESPONSES_METADATA",
      "a",
      " must be written name=value,name=value, but item 1 is not",
    ],
    [
      "ORMCP_RESPONSES_METADATA",
      "ormcp_v=1",
      '.ormcp_v is the name "ormcp_v", wanted a name that is',
    ],
    ["ORMCP_RESPONSES_METADATA", `{"a":"${"x".repeat(513)}"}`, ".a is"],
    [
      "ORMCP_RESPONSES_METADATA",
      JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 13 }, (_, i) => [`k${i}`, "v"]),
        ),
      ),
      " is an object, wanted a map of at most 12",
    ],
    ["OPENAI_ORG_ID", "two words", ' is "two words", wanted'],
    ["OPENAI_PROJECT_ID", "zwei\nZeilen", ' is "zwei\\nZeilen", wanted'],
    [
      "ORMCP_POLICY_TIMEZONE",
      "Mars",
      ' is "Mars", wanted "auto" or an IANA time zone',
    ],
    [
      "ORMCP_HTTP_JWT",
      '{"issuer":"i","audience":"a","jwks_url":"https://i.example","aud":"b"}',
      ' is "{',
    ],
    [
      "ORMCP_HTTP_JWT",
      '{"issuer":"i","jwks_url":"https://i.example"}',
      ' is "{',
    ],
    ["ORMCP_MODEL_PROFILES", "answer=gpt", " must be a JSON object"],
    ["ORMCP_MODEL_PROFILES", '{"answer":', " begins like JSON and is not"],
    ["ORMCP_MODEL_PROFILES", '{"answer":{}}', ".answer.model is nothing"],
    ["ORMCP_MODEL_PROFILES_ANSWER_REQUEST", "a=b", " must be a JSON object"],
    [
      "ORMCP_MODEL_PROFILES_ANSWER_REQUEST",
      '{"tools":[]}',
      '.tools is the name "tools", wanted a name that is none of model, ',
    ],
    [
      "ORMCP_MODEL_PROFILES_ANSWER_SUPPORTS",
      "colour=yes",
      '.colour is unknown name "colour"',
    ],
  ];
  for (const [name, value, problem] of cases) {
    const [got, ...more] = await problemsOf("", { [name]: value });
    assert.deepEqual(more, [], name);
    assert.ok(got?.startsWith(name + problem), `${name}: ${got}`);
  }
});

Deno.test("loadConfig() refuses wrong values by the line that they stand in", async () => {
  const yaml = `search:
  tool: ""
  blocked_domains: [example.com, "no host"]
model_profiles:
  answer:
    model: m
    request:
      temperature: 1
      input: mine
responses:
  metadata: { team: 5 }
openai:
  headers:
    Authorization: Bearer x
    "two words": x
`;
  const problems = await problemsOf(yaml);
  const starts = [
    ":2:3: search.tool is",
    ":3:34: search.blocked_domains.1 is",
    ':9:7: model_profiles.answer.request.input is the name "input", wanted',
    ":11:15: responses.metadata.team is 5, wanted a string",
    ":14:5: openai.headers.Authorization must be a name that is the name of an HTTP header",
    ":15:5: openai.headers.two words must be a name",
  ];
  assert.equal(problems.length, starts.length, problems.join("\n"));
  for (const [i, start] of starts.entries()) {
    assert.ok(problems[i]?.startsWith(YAML + start), problems[i]);
  }
});

Deno.test("loadConfig() refuses fields of a request that are the server's, each by name", async () => {
  const own =
    "model instructions input prompt tools include previous_response_id conversation store stream stream_options background metadata";
  for (const field of own.split(" ")) {
    const ORMCP_MODEL_PROFILES_ANSWER_QUICK_REQUEST = `{"${field}": 1}`;
    const [problem] = await problemsOf("", {
      ORMCP_MODEL_PROFILES_ANSWER_QUICK_REQUEST,
    });
    const start =
      `ORMCP_MODEL_PROFILES_ANSWER_QUICK_REQUEST.${field} is the name`;
    assert.ok(problem?.startsWith(start), problem);
  }
});

Deno.test("loadConfig() ends the start when a header names an unset variable", async () => {
  const yaml = "openai:\n  headers: { X-Token: 'Bearer ${TOKEN}' }\n";
  assert.deepEqual(await problemsOf(yaml), [
    `${YAML}:2:3: openai.headers: X-Token needs the variable TOKEN, which is not set`,
  ]);
  assert.deepEqual(await problemsOf(yaml, { TOKEN: "  " }), [
    `${YAML}:2:3: openai.headers: X-Token needs the variable TOKEN, which is not set`,
  ]);
  const env = { ORMCP_OPENAI_HEADERS: "X-A=${A},X-B=${,X-C=${no name}" };
  assert.deepEqual(await problemsOf("", env), [
    "ORMCP_OPENAI_HEADERS: X-A needs the variable A, which is not set",
    "ORMCP_OPENAI_HEADERS: X-B has ${ without the name of a variable and }",
    "ORMCP_OPENAI_HEADERS: X-C has ${ without the name of a variable and }",
  ]);
  await loadConfig(withYaml(yaml, { ...HOME, TOKEN: SECRET }));
});

Deno.test("loadConfig() never shows the value of a header", async () => {
  const values: Record<string, string>[] = [
    { ORMCP_OPENAI_HEADERS: SECRET },
    { ORMCP_OPENAI_HEADERS: `{"X-A": "${SECRET}"` },
    { ORMCP_OPENAI_HEADERS: `{"X-A": ["${SECRET}"]}` },
    { ORMCP_OPENAI_HEADERS: `["${SECRET}"]` },
    { ORMCP_OPENAI_HEADERS: `Authorization=${SECRET}` },
    { ORMCP_OPENAI_HEADERS: "X-A=${A}", A: `${SECRET}\n${SECRET}` },
  ];
  for (const env of values) {
    const problems = await problemsOf("", env);
    assert.ok(problems.length > 0);
    assert.doesNotMatch(problems.join(), /hunter2/);
  }
  const yaml = `openai: { headers: { "no name": ${SECRET} } }`;
  assert.doesNotMatch((await problemsOf(yaml)).join(), /hunter2/);
  const listed = `openai: { headers: [${SECRET}] }`;
  assert.doesNotMatch((await problemsOf(listed)).join(), /hunter2/);
});

Deno.test("loadConfig() takes a header whose name is a secret's, if it names a variable", async () => {
  const yaml = "openai: { headers: { token: '${TOKEN}' } }";
  const { config } = await loadConfig(withYaml(yaml, { TOKEN: SECRET }));
  // The value itself is put in where the request is made.
  assert.deepEqual(config.openai.headers, { token: "${TOKEN}" });
  const [problem] = await problemsOf("openai: { headers: { token: abc } }");
  assert.match(problem ?? "", /looks like a secret/);
});
