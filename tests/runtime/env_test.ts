import assert from "node:assert/strict";

Deno.test({
  name: "env() takes a value that is no text for one that is wrong, on Deno",
  ignore: Deno.build.os === "windows",
  async fn() {
    const module = import.meta.resolve("../../src/runtime/deno.ts");
    const code = `
      import { runtime } from ${JSON.stringify(module)};
      console.log(JSON.stringify(runtime.env("ODD")));
    `;
    const script = await Deno.makeTempFile({ suffix: ".ts" });
    await Deno.writeTextFile(script, code);
    const command = `ODD=$(printf 'a\\377') exec "$0" run -A "$1"`;
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", command, Deno.execPath(), script],
    }).output();
    await Deno.remove(script);
    assert.equal(new TextDecoder().decode(stdout), '"\u{fffd}"\n');
  },
});
