import assert from "node:assert/strict";
import { ConfigError, defaultConfig } from "../../src/config/draft.ts";
import {
  hostInUrl,
  type HttpAccess,
  isLoopback,
  readHttpAccess,
} from "../../src/config/http_access.ts";
import type { Config } from "../../src/config/schema.ts";

const LONG = "0123456789abcdef";

function access(
  env: Readonly<Record<string, string>>,
  http: Partial<Config["http"]> = {},
): HttpAccess {
  const settings = { ...defaultConfig().http, ...http };
  return readHttpAccess({ env: (name) => env[name] }, settings);
}

function problems(tokens: string): readonly string[] {
  try {
    access({ ORMCP_HTTP_TOKENS: tokens });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message.split("\n");
  }
}

Deno.test("readHttpAccess() reads tokens by their names, blanks and empty entries aside", () => {
  const { tokens } = access({
    ORMCP_HTTP_TOKENS: ` ada=${LONG}, ,bob=x${LONG}==,`,
  });
  assert.deepEqual([...tokens], [["ada", LONG], ["bob", `x${LONG}==`]]);
  assert.equal(access({}).tokens.size, 0);
});

Deno.test("readHttpAccess() refuses what is no token, and one name or token twice", () => {
  for (const entry of ["ada", "ada=", "=x", "a b=x", "ada=x y"]) {
    const said = problems(`bob=${LONG},${entry}`).join();
    assert.match(said, /entry 2 is not name=token/, entry);
  }
  for (const entry of [`bob=x${LONG}`, `ada=${LONG}`]) {
    const said = problems(`bob=${LONG},${entry}`).join();
    assert.match(said, /entry 2 repeats a name or a token/, entry);
  }
});

Deno.test("readHttpAccess() opens no door to others without proof", () => {
  const host = "0.0.0.0";
  assert.throws(() => access({}, { host }), /nobody would have to prove/);
  access({ ORMCP_HTTP_TOKENS: `ada=${LONG}` }, { host });
  const jwt = {} as NonNullable<Config["http"]["jwt"]>;
  access({}, { host, jwt });
  access({});
});

Deno.test("readHttpAccess() warns of what can be guessed, and of a server without a name", () => {
  const tokens = { ORMCP_HTTP_TOKENS: `ada=${LONG},bob=${LONG.slice(1)}` };
  const { warnings } = access({ ...tokens, ORMCP_HTTP_SECRET: LONG });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? "", /token of bob/);
  assert.equal(access({ ORMCP_HTTP_SECRET: "short" }).warnings.length, 1);
  const ada = { ORMCP_HTTP_TOKENS: `ada=${LONG}` };
  const named = { host: "0.0.0.0", allowed_hosts: ["a.example"] };
  assert.deepEqual(access(ada, named).warnings, []);
  const bare = access(ada, { host: "0.0.0.0" }).warnings;
  assert.match(bare.join(), /no name is served but 0\.0\.0\.0/);
});

Deno.test("isLoopback() knows the addresses of this machine alone", () => {
  for (const host of ["localhost", "LOCALHOST", "::1", "[::1]", "127.0.0.9"]) {
    assert.ok(isLoopback(host), host);
  }
  for (const host of ["0.0.0.0", "::", "127.0.0.1.example", "10.0.0.1"]) {
    assert.ok(!isLoopback(host), host);
  }
});

Deno.test("hostInUrl() puts an IPv6 address into brackets, and nothing else", () => {
  assert.equal(hostInUrl("::1"), "[::1]");
  assert.equal(hostInUrl("[::1]"), "[::1]");
  assert.equal(hostInUrl("MCP.local"), "mcp.local");
});
