import assert from "node:assert/strict";
import { createLogger, type LoggerOptions, strayLine } from "../src/log.ts";
import { FileError, type Files } from "../src/runtime/runtime.ts";

function logged(
  options: LoggerOptions,
  appendSync: Files["appendSync"] = () => undefined,
): { log: ReturnType<typeof createLogger>; lines: string[] } {
  const lines: string[] = [];
  const files = { appendSync } as unknown as Files;
  const writeStderr = (text: string): void => void lines.push(text);
  return { log: createLogger({ writeStderr, files }, options), lines };
}

Deno.test("createLogger() writes debug lines only in debug mode", () => {
  const quiet = logged({});
  quiet.log.debug(() => assert.fail("not evaluated"));
  quiet.log.warn("careful");
  assert.deepEqual(quiet.lines, ["[openai-responses-mcp] careful\n"]);
  const loud = logged({ debug: true });
  loud.log.debug("a");
  loud.log.debug(() => "b");
  assert.equal(loud.lines.length, 2);
  assert.equal(loud.log.isDebug(), true);
});

Deno.test("createLogger() allows bodies only in debug mode, and only if asked to", () => {
  assert.equal(logged({ debug: true }).log.bodies, false);
  assert.equal(logged({ bodies: true }).log.bodies, false);
  assert.equal(logged({ bodies: true, debug: true }).log.bodies, true);
});

Deno.test("createLogger() removes secrets from everything it writes", () => {
  const { log, lines } = logged({ debug: true, secrets: ["hunter22", "ab"] });
  log.debug("key hunter22 and sk-proj-ABCDEFGH12345678, ab");
  const [line] = lines;
  assert.match(line ?? "", /key \[redacted\] and \[redacted\], ab/);
});

Deno.test("createLogger() mirrors to a file, and goes on without it if that fails", () => {
  const written: string[] = [];
  const good = logged({ debug: true, file: "/f" }, (path, data) => {
    written.push(path + new TextDecoder().decode(data));
  });
  good.log.debug("hello");
  assert.deepEqual(written, ["/f[openai-responses-mcp] hello\n"]);
  const bad = logged({ debug: true, file: "/f" }, (path) => {
    throw new FileError("denied", path, new Error("no"));
  });
  bad.log.debug("one");
  bad.log.debug("two");
  assert.equal(bad.lines.length, 3);
  assert.match(bad.lines[1] ?? "", /cannot write the debug file \/f: no/);
});

Deno.test("createLogger() writes its file again once there is room, and counts what is missing", () => {
  let full = true;
  let written = "";
  const { log, lines } = logged({ debug: true, file: "/f" }, (path, data) => {
    if (full) throw new FileError("no_space", path, new Error("full"));
    written += new TextDecoder().decode(data);
  });
  for (const line of ["one", "two"]) log.debug(line);
  assert.equal(lines.length, 3);
  full = false;
  for (const line of ["three", "four"]) log.debug(line);
  const expected = ["2 lines lost", "three", "four"]
    .map((line) => `[openai-responses-mcp] ${line}\n`).join("");
  assert.equal(written, expected);
  full = true;
  log.debug("five");
  assert.match(lines.at(-1) ?? "", /cannot write the debug file/);
  full = false;
  log.debug("six");
  assert.match(written, /\] 1 line lost\n.*\] six\n$/);
});

Deno.test("createLogger() opens no file outside debug mode", () => {
  const { log, lines } = logged({ file: "/f" }, () => assert.fail("written"));
  log.warn("line");
  assert.equal(lines.length, 1);
});

Deno.test("createLogger() keeps a line on one line, whatever it quotes", () => {
  const { log, lines } = logged({ debug: true });
  const forged =
    "a\n[openai-responses-mcp] forged\u001b[2J\u009b\u2028\u202egnp\u2066";
  log.debug(`recv method=${forged}`);
  log.warn(`cannot write the index of ${forged}`);
  const shown =
    "a\\u000a[openai-responses-mcp] forged\\u001b[2J\\u009b\\u2028\\u202egnp\\u2066";
  assert.deepEqual(lines, [
    `[openai-responses-mcp] recv method=${shown}\n`,
    `[openai-responses-mcp] cannot write the index of ${shown}\n`,
  ]);
});

Deno.test("createLogger() writes no bodies and needs no secrets unless told otherwise", () => {
  const { log, lines } = logged({ debug: true, secrets: [undefined] });
  assert.equal(log.bodies, false);
  log.debug("line");
  assert.deepEqual(lines, ["[openai-responses-mcp] line\n"]);
  assert.equal(logged({ bodies: true }).log.bodies, false);
});

Deno.test("strayLine() asks to report defects, not what the runtime warns of", () => {
  const defect = strayLine(new TypeError("broken"));
  assert.match(defect, /^internal error, please report it: TypeError: broken /);
  const warning = new Error("TLS connections are insecure");
  for (const name of ["Warning", "DeprecationWarning"]) {
    warning.name = name;
    assert.equal(strayLine(warning), `${name}: TLS connections are insecure`);
  }
});
