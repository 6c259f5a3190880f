import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { HttpPair, type Sending } from "../../kit/http_pair.ts";

const TOKENS = { bob: "token-of-bob-123" };

async function statusOf(pair: HttpPair, sending: Sending): Promise<number> {
  const response = await pair.modern("tools/list", {}, sending);
  await response.body?.cancel();
  return response.status;
}

Deno.test("JWTs are checked by the issuer's keys, also after a rotation", async () => {
  const issuer = "https://issuer.example";
  const audience = "https://mcp.example.com/mcp";
  let keys: unknown[] = [];
  let fetched = 0;
  await using jwks = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => {
      fetched++;
      return Response.json({ keys });
    },
  );
  const pair = new HttpPair({
    tokens: TOKENS,
    http: {
      jwt: {
        issuer,
        audience,
        jwks_url: `http://127.0.0.1:${jwks.addr.port}/keys`,
      },
    },
  });
  const key = async (kid: string, alg = "ES256") => {
    const pair = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...await exportJWK(pair.publicKey), kid, alg };
    return { jwk, privateKey: pair.privateKey, alg, kid };
  };
  type Key = Awaited<ReturnType<typeof key>>;
  const sign = (
    { privateKey, alg, kid }: Key,
    { sub = "carol", iss = issuer, aud = audience, exp = "5m" } = {},
  ): Promise<string> =>
    new SignJWT({}).setProtectedHeader({ alg, kid }).setIssuer(iss)
      .setSubject(sub).setAudience(aud).setExpirationTime(exp)
      .sign(privateKey);
  const first = await key("one");
  const stranger = await key("one");
  keys = [first.jwk];
  const good = await sign(first);
  assert.equal(await statusOf(pair, { token: good }), 200);
  assert.equal(pair.accesses.at(-1)?.caller, `${issuer} carol`);
  assert.equal(await statusOf(pair, { token: TOKENS.bob }), 200);
  const none = `${btoa('{"alg":"none"}')}.${good.split(".")[1]}.`;
  const secret = new TextEncoder().encode("a".repeat(32));
  const shared = await new SignJWT({ sub: "carol" })
    .setProtectedHeader({ alg: "HS256", kid: "one" }).setIssuer(issuer)
    .setAudience(audience).setExpirationTime("5m").sign(secret);
  const wrong = [
    await sign(stranger),
    await sign(first, { iss: "https://other.example" }),
    await sign(first, { aud: "https://other.example" }),
    await sign(first, { exp: "-2m" }),
    await sign(first, { sub: "" }),
    good.replace(
      /\.([^.])([^.]*)$/,
      (_all, one, rest) => `.${one === "A" ? "B" : "A"}${rest}`,
    ),
    "a.b.c",
    none,
    shared,
  ];
  for (const token of wrong) {
    assert.equal(await statusOf(pair, { token }), 401, token);
  }
  const before = fetched;
  assert.equal(await statusOf(pair, { token: good }), 200);
  assert.equal(fetched, before, "a known token needs no keys");

  const long = await sign(first, { exp: "1h" });
  assert.equal(await statusOf(pair, { token: long }), 200);

  const second = await key("two", "RS256");
  keys = [second.jwk];
  const rotated = await sign(second);
  const { now } = Date;
  // The library fetches keys anew once in thirty seconds at most.
  Date.now = () => now() + 31_000;
  try {
    assert.equal(await statusOf(pair, { token: rotated }), 200);
    // A key that was taken back is good for as long as keys are kept.
    Date.now = () => now() + 11 * 60_000;
    const late = await sign(second, { exp: "1h" });
    assert.equal(await statusOf(pair, { token: late }), 200);
    assert.equal(await statusOf(pair, { token: long }), 401);
  } finally {
    Date.now = now;
  }
});

Deno.test("an address without a key set is told apart from a bad token", async () => {
  await using other = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => Response.json({ issuer: "https://issuer.example" }),
  );
  const pair = new HttpPair({
    http: {
      jwt: {
        issuer: "https://issuer.example",
        audience: "mcp",
        jwks_url: `http://127.0.0.1:${other.addr.port}/.well-known/other`,
      },
    },
  });
  const { privateKey } = await generateKeyPair("ES256");
  const token = await new SignJWT({}).setProtectedHeader({ alg: "ES256" })
    .setIssuer("https://issuer.example").setSubject("carol")
    .setAudience("mcp").setExpirationTime("5m").sign(privateKey);
  assert.equal(await statusOf(pair, { token }), 503);
  assert.equal(pair.accesses.at(-1)?.reason, "jwks_unreachable");
});
