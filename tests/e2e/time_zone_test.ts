import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

Deno.test("policy.timezone: auto tells the model the zone and the date of the machine", async () => {
  // Only a process of its own takes its zone from a variable.
  const script = `
    import { setUp, TEST_KEY } from ${file("../kit/answer_setup.ts")};
    import { startFakeOpenAI } from ${file("../kit/fake_openai/mod.ts")};
    await using api = startFakeOpenAI();
    const config = { policy: { timezone: "auto" } };
    const setup = setUp(api.baseUrl, { config });
    await setup.call("answer", { query: "q" });
    console.log(api.requests[0].body.instructions.split("\\n\\n").at(-1));
  `;
  const cases = [
    ["America/Los_Angeles", "America/Los_Angeles", "America/Los_Angeles"],
    ["Pacific/Kiritimati", "Pacific/Kiritimati", "Pacific/Kiritimati"],
    // Zones without a name.
    ["JST-9", "GMT+09:00", "Asia/Tokyo"],
    ["", "GMT", "UTC"],
  ] as const;
  for (const [TZ, name, timeZone] of cases) {
    const { stdout, stderr, code } = await new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        "--no-check",
        "--config",
        path("../../scripts/deno.json"),
        script,
      ],
      env: { TZ, NO_COLOR: "1" },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const said = new TextDecoder().decode(stdout).trim();
    const [, date = "", zone] =
      /^Today is (\S+)\. Time zone: (\S+)\.$/.exec(said) ?? [];
    assert.equal(zone, name);
    const here = new Intl.DateTimeFormat("sv-SE", { timeZone });
    const days = [0, 60_000].map((ago) => here.format(Date.now() - ago));
    assert.ok(days.includes(date), said);
  }
});

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

function file(relative: string): string {
  return JSON.stringify(new URL(relative, import.meta.url).href);
}
