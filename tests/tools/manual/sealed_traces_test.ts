import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import { Callers } from "../../../src/mcp/http/callers.ts";
import { Secret } from "../../../src/mcp/http/secret.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FIND = {
  query: "AB-123 setup",
  manual_id: "guide",
  required_terms: ["ab123"],
};

/** A replica over a root: its tools, called as somebody. */
function replica(root: string, secret: string, clock = runtime.clock) {
  const callers = new Callers(new Secret(secret), 16, false);
  const setup = setUpManuals({ root, clock });
  return async (
    name: string,
    args: Record<string, unknown>,
    who = "alice",
    // deno-lint-ignore no-explicit-any -- results are read by who knows them
  ): Promise<any> => {
    const outcome = await setup.call(name, args, callers.of(who));
    return outcome.ok ? outcome.structured : outcome.body;
  };
}

Deno.test("manual_hits of any replica answers for a sealed trace, for its caller only", async () => {
  using root = makeManualRoot(GUIDE);
  const one = replica(root.path, "shared");
  const two = replica(root.path, "shared");
  const { trace_id, inline_hits } = await one("manual_find", FIND);
  assert.equal(inline_hits.trace_id, trace_id);
  assert.doesNotMatch(
    atob(trace_id.replaceAll("-", "+").replaceAll("_", "/")),
    /AB-123/,
  );
  const here = await one("manual_hits", { trace_id });
  assert.ok(here.total > 0);
  assert.equal(here.trace_id, trace_id);
  assert.deepEqual(await two("manual_hits", { trace_id }), here);
  const stranger = replica(root.path, "other secret");
  const forged = `${trace_id.slice(0, -4)}AAAA`;
  const wrong: [typeof one, string, string?][] = [
    [one, trace_id, "bob"],
    [two, trace_id, "bob"],
    [stranger, trace_id],
    [one, forged],
    [one, "x"],
  ];
  for (const [ask, id, who] of wrong) {
    const { code } = await ask("manual_hits", { trace_id: id }, who);
    assert.equal(code, "not_found");
  }
});

Deno.test("a sealed trace is gone where the index finds something else", async () => {
  using root = makeManualRoot(GUIDE);
  const { trace_id } = await replica(root.path, "shared")("manual_find", FIND);
  const text = "# New\n\nAB-123 setup AB-123 setup\n";
  Deno.writeTextFileSync(`${root.path}/guide/new.md`, text);
  const later = replica(root.path, "shared");
  const { code } = await later("manual_hits", { trace_id });
  assert.equal(code, "not_found");
});

Deno.test("a sealed trace is over after its time, at any replica", async () => {
  using root = makeManualRoot(GUIDE);
  const { trace_id } = await replica(root.path, "shared")("manual_find", FIND);
  const { clock } = runtime;
  const codes = await Promise.all([-60, 60].map(async (seconds) => {
    const passed = (defaultConfig().manuals.trace.ttl_sec + seconds) * 1000;
    const now = (): number => clock.now() + passed;
    const later = replica(root.path, "shared", { ...clock, now });
    return (await later("manual_hits", { trace_id })).code;
  }));
  assert.deepEqual(codes, [undefined, "not_found"]);
});

Deno.test("the trace of a long question stays in its replica", async () => {
  using root = makeManualRoot(GUIDE);
  const one = replica(root.path, "shared");
  const query = `AB-123 setup ${"words ".repeat(400)}`;
  const { trace_id } = await one("manual_find", { ...FIND, query });
  assert.ok((await one("manual_hits", { trace_id })).total > 0);
  const two = replica(root.path, "shared");
  assert.equal((await two("manual_hits", { trace_id })).code, "not_found");
});
