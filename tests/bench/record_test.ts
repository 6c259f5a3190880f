import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

async function bench(...args: string[]): Promise<[number, string]> {
  const script = new URL("../../scripts/bench.ts", import.meta.url);
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", fileURLToPath(script), ...args],
  }).output();
  return [code, new TextDecoder().decode(stderr)];
}

Deno.test("bench records no quick run and no part of one", async () => {
  const parts = [
    ["--quick"],
    ["--section", "answer"],
    ["--section", "scale", "--section", "answer"],
    ["--section", "scale", "--files", "10"],
  ];
  for (const part of parts) {
    const [code, said] = await bench("--record", ...part);
    assert.equal(code, 2);
    assert.match(said, /--record takes a whole run/);
  }
});

Deno.test("bench refuses a section that it does not have", async () => {
  const [code, said] = await bench("--section", "nothing");
  assert.equal(code, 2);
  assert.match(said, /Unknown section nothing; there are startup, memory/);
});

Deno.test("bench compares nothing with a quick run", async () => {
  const [code, said] = await bench("--quick", "--against", "earlier.json");
  assert.equal(code, 2);
  assert.match(said, /--quick proves nothing of speed/);
});
