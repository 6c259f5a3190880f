import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { collectionsIn } from "../../scripts/eval/collection.ts";

Deno.test("collectionsIn() finds none where there is no data, as in a clone", () => {
  assert.deepEqual(collectionsIn("/nowhere/data"), []);
});

Deno.test("eval says that the data it was given is not there, and ends with 2", async () => {
  const script = fileURLToPath(
    new URL("../../scripts/eval.ts", import.meta.url),
  );
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", script, "--data", "/nowhere/data"],
  }).output();
  assert.equal(code, 2);
  assert.match(
    new TextDecoder().decode(stderr),
    /^No collections in \/nowhere\/data\n.*Usage: /,
  );
});
