import assert from "node:assert/strict";
import { canRun } from "../kit/launch.ts";
import { seededRandom } from "../kit/random.ts";

const SIZES = [5, 400, 900, 1500, 5000, 100_000];

/** Messages of all sizes, some of them together, in lines or in frames. */
function writesOf(framed: boolean): string[] {
  const random = seededRandom(7);
  return Array.from({ length: 300 }, (_, i) => {
    const size = SIZES[random(SIZES.length)] ?? 0;
    const texts = Array.from(
      { length: 1 + random(4) },
      (_, k) => `${i}.${k}:${"x".repeat(random(size))}`,
    );
    return texts.map((text) =>
      framed ? `Content-Length: ${text.length}\r\n\r\n${text}` : `${text}\n`
    ).join("");
  });
}

const UNWAITING =
  "use Fcntl; fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) | O_NONBLOCK); exec @ARGV";

Deno.test({
  name: "openStdout() writes everything once where nothing waits, on Deno",
  ignore: Deno.build.os === "windows" || !await canRun("perl"),
  async fn() {
    const runtime = import.meta.resolve("../../src/runtime/deno.ts");
    for (const framed of [false, true]) {
      const writes = writesOf(framed);
      for (const permission of ["-A", "--allow-read=/nowhere"]) {
        const code = `
          import { runtime } from ${JSON.stringify(runtime)};
          const writer = runtime.openStdout();
          const bytes = await new Response(Deno.stdin.readable).text();
          for (const text of JSON.parse(bytes)) {
            await writer.write(new TextEncoder().encode(text));
          }
        `;
        const script = await Deno.makeTempFile({ suffix: ".ts" });
        await Deno.writeTextFile(script, code);
        const deno = [Deno.execPath(), "run", "--no-prompt", permission];
        const child = new Deno.Command("perl", {
          args: ["-e", UNWAITING, ...deno, script],
          stdin: "piped",
          stdout: "piped",
        }).spawn();
        const input = new Blob([JSON.stringify(writes)]).stream();
        const [{ stdout, success }] = await Promise.all([
          child.output(),
          input.pipeTo(child.stdin),
        ]);
        await Deno.remove(script);
        assert.ok(success);
        const text = new TextDecoder().decode(stdout);
        assert.ok(text === writes.join(""), `${permission}, ${text.length}`);
      }
    }
  },
});
