import assert from "node:assert/strict";
import { parseQuery } from "../../../../../src/manuals/search/local/query/query.ts";
import { pastedText } from "../../../../../src/manuals/search/local/query/pasted.ts";
import { TextAnalyzer } from "../../../../../src/manuals/search/local/tokens/text_analyzer.ts";

/** The tokens of a text that are taken for its message or for talk. */
function kept(text: string): string[] | undefined {
  const analyzer = new TextAnalyzer();
  const tokens = analyzer.tokens(text);
  const pasted = pastedText(text, tokens, analyzer);
  return pasted &&
    tokens.filter((token, i) => token !== "" && !pasted.printed[i]);
}

Deno.test("pastedText() keeps the message of a stack, not its frames", () => {
  assert.deepEqual(
    kept("Error: volume detached\n    at Pool.take (/srv/app/pool.js:95:5)"),
    ["error", "volum", "detach"],
  );
});

Deno.test("pastedText() keeps the message of a log line, not when and where it was written", () => {
  assert.deepEqual(
    kept(
      "Nov 18 07:21:07 node-3 appd[21873]: volume detached\nNov 18 07:21:08 node-3 appd[21873]: closed",
    ),
    ["volum", "detach", "close"],
  );
});

Deno.test("pastedText() keeps a Japanese message among addresses", () => {
  const text =
    "$ run\n2026/11/18 07:21:07 [error] 29#29: *1 打刻, client: 10.0.4.17, upstream: http://10.0.9.3:8080/api/v2/orders";
  assert.deepEqual(kept(text)?.slice(1, 3), ["打", "刻"]);
});

Deno.test("pastedText() takes nothing typed on one line, and no plain list, for output", () => {
  assert.equal(kept("/etc/app/main.conf:12 0xdeadbeef"), undefined);
  assert.equal(kept("- who pays\n- how volumes detach"), undefined);
});

Deno.test("pastedText() keeps what is said of a place in a file", () => {
  assert.deepEqual(
    kept(
      "--- FAIL: TestAll (0.02s)\n    all_test.go:31: volume detached\nsrc/pool.c:12:5: no volume",
    )?.slice(-4),
    ["volum", "detach", "no", "volum"],
  );
});

Deno.test("pastedText() keeps a message after its exception, however short", () => {
  assert.deepEqual(
    kept(
      "java.lang.IllegalStateException: volume detached\n\tat org.acme.Engine.start(Engine.java:211)",
    ),
    ["volum", "detach"],
  );
});

Deno.test("pastedText() keeps a message of one word", () => {
  assert.deepEqual(
    kept(
      "java.lang.IllegalStateException: detached\n\tat org.acme.Engine.start(Engine.java:211)",
    ),
    ["detach"],
  );
});

Deno.test("pastedText() takes what announces the frames for one of them", () => {
  assert.deepEqual(
    kept(
      'Traceback (most recent call last):\n  File "/srv/app/pool.py", line 88, in main\n    take(disk)\nPoolError: volume detached',
    ),
    ["poolerror", "pool", "error", "volum", "detach"],
  );
});

Deno.test("pastedText() keeps a line before a colon that says something", () => {
  const frame = "    at Pool.take (/srv/app/pool.js:95:5)";
  assert.deepEqual(kept(`Cannot start castle:\nvolume detached\n${frame}`), [
    ...["cannot", "start", "castl", "volum", "detach"],
  ]);
  const long = kept(`Volume seven was detached while reading it:\n${frame}`);
  assert.ok(long?.includes("volum"));
});

Deno.test("pastedText() passes over what every line begins with", () => {
  assert.deepEqual(
    kept(
      "two volumes left\nnpm ERR! code 7\nnpm ERR! volume detached\nnpm ERR! /srv/app/logs/run.log",
    ),
    ["two", "volum", "left", "code", "volum", "detach"],
  );
});

Deno.test("pastedText() passes over quoted source, and over dates in Japanese", () => {
  assert.deepEqual(
    kept(
      "error: volume detached\n  --> src/pool.rs:10:5\n   |\n10 |     start();\n   |     ^^^^^ not here",
    ),
    ["error", "volum", "detach"],
  );
  assert.deepEqual(
    kept(
      "11月18日 03:12:45 web01 nightly[9912]: 打刻\n11月18日 03:12:45 web01 nightly[9912]: up",
    ),
    ["打", "刻", "up"],
  );
});

Deno.test("parseQuery() counts the line that holds what is required most", () => {
  const text = "Since today my castle is down.\n\n" +
    "Warning: cold cache\nError: volume detached\n" +
    "    at Pool.take (/srv/app/pool.js:95:5)\n";
  const weights = (...present: string[]) => {
    const { tokens, emphasis } = parseQuery(text, new TextAnalyzer(), {
      ...present.length > 0 && { present: new Set(present) },
    });
    return (token: string): number => emphasis[tokens.indexOf(token)] ?? NaN;
  };
  const about = weights("volum");
  assert.deepEqual(["volum", "detach"].map(about), [1, 1]);
  assert.ok(about("cach") < 1, "another line");
  assert.ok(about("castl") < about("cach"), "what is told around the output");
  assert.ok(about("pool") < about("castl"), "a frame");
  const other = weights("cach");
  assert.equal(other("cach"), 1);
  assert.ok(other("detach") < 1);
  const plain = weights();
  assert.deepEqual(["volum", "cach"].map(plain), [1, 1]);
  assert.ok(plain("castl") < 1);
});
