import assert from "node:assert/strict";
import { frame, request, spawn } from "../kit/spawn_process.ts";
import { PROGRAMS } from "../kit/spawn_programs.ts";

const INITIALIZE = request(1, "initialize", { protocolVersion: "2025-06-18" });
const LIST = request(2, "tools/list");
const UNICODE = request(3, "日本語");

/** The JSON texts in framed output, each length counted in bytes. */
function unframe(output: string): unknown[] {
  const messages: unknown[] = [];
  let bytes = new TextEncoder().encode(output);
  while (bytes.length > 0) {
    const head = new TextDecoder().decode(bytes.subarray(0, 40));
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(head);
    assert(header, `no header in ${head}`);
    const end = header[0].length + Number(header[1]);
    const body = bytes.subarray(header[0].length, end);
    messages.push(JSON.parse(new TextDecoder().decode(body)));
    bytes = bytes.slice(end);
  }
  return messages;
}

function idsOf(messages: readonly unknown[]): unknown[] {
  return messages.map((message) => (message as { id: unknown }).id);
}

for (const program of PROGRAMS) {
  Deno.test(`program answers frames with frames only (${program.name})`, async () => {
    await using server = spawn(program);
    await server.write(frame(INITIALIZE) + frame(LIST) + frame(UNICODE));
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    assert.deepEqual(idsOf(unframe(stdout)).sort(), [1, 2, 3]);
    assert.deepEqual([code, stderr], [0, ""]);
  });

  Deno.test(`program answers lines with lines only (${program.name})`, async () => {
    await using server = spawn(program);
    await server.write(`${INITIALIZE}\n${LIST}\n${UNICODE}`);
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    const lines = stdout.trimEnd().split("\n");
    const ids = idsOf(lines.map((line) => JSON.parse(line)));
    assert.deepEqual(ids.sort(), [1, 2, 3]);
    assert.deepEqual([code, stderr], [0, ""]);
  });

  Deno.test(`program answers frames with lines under MCP_LINE_MODE=1 (${program.name})`, async () => {
    await using server = spawn(program, { env: { MCP_LINE_MODE: "1" } });
    await server.write(frame(INITIALIZE));
    await server.end();
    const { stdout } = await server.ended();
    assert.deepEqual(stdout.slice(0, 1) + stdout.slice(-2), "{}\n");
  });

  Deno.test(`program does not start with another MCP_LINE_MODE (${program.name})`, async () => {
    await using server = spawn(program, { env: { MCP_LINE_MODE: "yes" } });
    const { code, stdout, stderr } = await server.ended();
    assert.match(stderr, /MCP_LINE_MODE is "yes", wanted 1 /);
    assert.deepEqual([code, stdout], [2, ""]);
  });

  Deno.test(`program keeps stdout for the protocol when it debugs (${program.name})`, async () => {
    const env = { DEBUG: "1", OPENAI_LOG: "debug" };
    await using server = spawn(program, { env, args: ["--stdio", "--debug"] });
    const call = { name: "answer", arguments: { query: "hello" } };
    await server.write(`${INITIALIZE}\nno json\n`);
    await server.write(request(4, "tools/call", call) + "\n");
    await server.end();
    const { stdout, stderr } = await server.ended();
    const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(idsOf(lines), [1, null, 4]);
    assert.match(stderr, /recv method=initialize/);
  });
}
