import assert from "node:assert/strict";
import { makeManualRoot } from "../kit/manual_root.ts";
import { request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { onDeno } from "../kit/launch.ts";

// Where nothing is compiled yet, the same module may be imported by the second
// call before the first one has it; by chance, so that one start proves little.
const STARTS = 6;

Deno.test("program begins calls in the order in which they came", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\n" });
  const call = (id: number, name: string, args: object): string =>
    `${request(id, "tools/call", { name, arguments: args })}\n`;
  for (let start = 0; start < STARTS; start++) {
    using cold = makeManualRoot();
    const env = { MANUALS_ROOT: root.path, DENO_DIR: cold.path };
    await using server = spawn(onDeno(), { env });
    const scan = { manual_id: "guide", path: "a.md" };
    await server.write(
      call(1, "manual_ls", {}) + call(2, "manual_scan", scan),
    );
    await server.end();
    const { stdout } = await server.ended();
    assert.equal(stdout.match(/"result"/g)?.length, 2);
    assert.doesNotMatch(stdout, /isError/);
  }
});
