import assert from "node:assert/strict";
import { APIConnectionError } from "openai";
import { connect } from "../../../src/responses/run/sdk.ts";

Deno.test("connect() gives the innermost cause of a lost connection", async () => {
  const { toFailure } = await connect({
    apiKey: "k",
    baseUrl: "http://127.0.0.1:9/v1",
    fetch,
    maxBytes: 1000,
  });
  const said = (...messages: string[]): string => {
    const cause = messages.reduceRight<Error | undefined>(
      (cause, message) => new Error(message, { cause }),
      undefined,
    );
    return toFailure(new APIConnectionError({ cause })).message;
  };
  // As Node says it.
  assert.equal(
    said("fetch failed", "getaddrinfo ENOTFOUND a.test"),
    "getaddrinfo ENOTFOUND a.test",
  );
  // As Deno says it.
  assert.equal(
    said(
      "fetch failed",
      "error sending request for url (http://a.test/v1): client error (Connect): dns error: no such name",
    ),
    "dns error: no such name",
  );
  assert.equal(said("fetch failed", ""), "fetch failed");
  assert.equal(said(), "Connection error.");
  const several = Object.assign(new AggregateError([]), {
    code: "ECONNREFUSED",
  });
  const error = new APIConnectionError({ cause: several });
  assert.equal(toFailure(error).message, "ECONNREFUSED");
  assert.equal(toFailure(error).cause, error);
});

Deno.test("connect() tells a connection that was never made from one that broke", async () => {
  const { toFailure } = await connect({
    apiKey: "k",
    baseUrl: "http://127.0.0.1:8931/v1",
    fetch,
    maxBytes: 1000,
  });
  const kindOf = (message: string, fields: object = {}): string => {
    const cause = Object.assign(new Error(message), fields);
    return toFailure(new APIConnectionError({ cause })).kind;
  };
  const neverMade = [
    kindOf("refused", { code: "ECONNREFUSED" }),
    kindOf("timed out", { syscall: "connect" }),
    kindOf("error sending request: client error (Connect): dns error"),
    // A proxy would not open the way, as Node 22 says it.
    kindOf("Proxy response (403) !== 200 when HTTP Tunneling"),
    // A port to which no fetch connects, on Node and on Deno.
    kindOf("bad port"),
    kindOf("Fetch failed: Requests to port 9 are blocked"),
  ];
  assert.deepEqual(neverMade, neverMade.map(() => "unreachable"));
  for (const broken of ["other side closed", "a bad port of call"]) {
    assert.equal(kindOf(broken), "connection");
  }
});
