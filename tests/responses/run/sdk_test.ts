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
