import assert from "node:assert/strict";
import { spawn } from "../kit/child_process.ts";
import { MODERN } from "../kit/http_pair.ts";
import { serveHttp } from "../kit/http_program.ts";
import { everyLaunch } from "../kit/launch.ts";

const LIST = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: { _meta: MODERN },
};

function list(url: string, token?: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
      ...token && { authorization: `Bearer ${token}` },
    },
    body: JSON.stringify(LIST),
  });
}

const REFUSED: [string[], Record<string, string>, RegExp][] = [
  [["--http", "0.0.0.0:0"], {}, /ORMCP_HTTP_TOKENS .*127\.0\.0\.1/],
  [["--http", "[::]:0"], {}, /nobody would have to prove/],
  [["--http", "x"], {}, /wanted \[host:\]port/],
  [["--http", "0", "--stdio"], {}, /not both/],
  [
    ["--http", "0"],
    { ORMCP_HTTP_TOKENS: "alice=tok1,topsecret" },
    /entry 2 is not name=token/,
  ],
  [
    ["--http", "0"],
    { ORMCP_HTTP_TOKENS: "alice=topsecret,bob=topsecret" },
    /entry 2 repeats/,
  ],
];

for (const launch of await everyLaunch()) {
  Deno.test(`an open door and wrong addresses are refused at the start (${launch.name})`, async () => {
    for (const [args, env, words] of REFUSED) {
      await using process = spawn(launch, { args, env });
      const { code, stderr } = await process.ended();
      assert.equal(code, 2, stderr);
      assert.match(stderr, words);
      assert.doesNotMatch(stderr, /topsecret/);
    }
  });

  Deno.test(`a port that is taken is told (${launch.name})`, async () => {
    await using server = await serveHttp(launch);
    const { port } = new URL(server.url);
    await using second = spawn(launch, { args: ["--http", port] });
    const { code, stderr } = await second.ended();
    assert.equal(code, 2);
    assert.match(stderr, /cannot listen on 127\.0\.0\.1/);
  });

  Deno.test(`an IPv6 address is told as clients write it (${launch.name})`, async () => {
    await using server = await serveHttp(launch, {
      args: ["--http", "[::1]:0"],
    });
    assert.match(server.url, /^http:\/\/\[::1\]:\d+\/mcp$/);
    const served = await list(server.url);
    assert.equal(served.status, 200);
    await served.body?.cancel();
  });

  Deno.test(`tokens from the environment open the door, and stand in no log (${launch.name})`, async () => {
    const token = "a-long-token-of-alice";
    await using server = await serveHttp(launch, {
      args: ["--http", "0.0.0.0:0", "--debug"],
      env: { ORMCP_HTTP_TOKENS: `alice=${token}` },
    });
    const url = server.url.replace("0.0.0.0", "127.0.0.1");
    const unknown = await list(url, token);
    assert.equal(unknown.status, 403, "no name is allowed yet");
    await unknown.body?.cancel();
    server.process.kill("SIGTERM");
    const { code, stderr } = await server.process.ended();
    assert.equal(code, 0);
    assert.match(stderr, /set http\.public_url, or http\.allowed_hosts/);

    await using local = await serveHttp(launch, {
      args: ["--http", "0", "--debug"],
      env: { ORMCP_HTTP_TOKENS: `alice=${token}` },
    });
    const refused = await list(local.url, "wrong");
    assert.equal(refused.status, 401);
    await refused.body?.cancel();
    const served = await list(local.url, token);
    assert.equal(served.status, 200);
    assert.equal((await served.json()).result.tools.length, 3);
    await local.process.logged("caller=alice method=tools/list status=200");
    local.process.kill("SIGTERM");
    const ended = await local.process.ended();
    assert.doesNotMatch(ended.stderr, new RegExp(token));
  });
}
