import assert from "node:assert/strict";
import { ChildProcess } from "../kit/child_process.ts";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { serveHttp } from "../kit/http_program.ts";
import { cleanEnv, everyLaunch } from "../kit/launch.ts";

/** Runs a program from npm to its end; gives what it printed. */
async function npx(...command: readonly string[]): Promise<string> {
  await using program = new ChildProcess({
    command: ["npx", "-y", "--prefer-offline", ...command],
    env: cleanEnv(),
  });
  const { code, stdout, stderr } = await program.ended();
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

Deno.test("the Inspector and mcporter list and call over HTTP, on both runtimes", async () => {
  await using api = startFakeOpenAI();
  const env = {
    OPENAI_BASE_URL: api.baseUrl,
    OPENAI_API_KEY: "sk-e2e-0123456789",
  };
  for (const launch of await everyLaunch()) {
    await using server = await serveHttp(launch, { env });
    const { url } = server;
    const inspect = async (...args: readonly string[]) =>
      JSON.parse(
        await npx(
          "@modelcontextprotocol/inspector@2.12.0",
          "--cli",
          url,
          "--transport",
          "http",
          "--method",
          ...args,
        ),
      );
    const { tools } = await inspect("tools/list");
    assert.deepEqual(tools.map(({ name }: { name: string }) => name), [
      "answer",
      "answer_detailed",
      "answer_quick",
    ]);
    const query = "query=HTTP 404";
    const { structuredContent } = await inspect(
      ...["tools/call", "--tool-name", "answer", "--tool-arg", query],
    );
    assert.match(structuredContent.answer, /404 \(Not Found\)/);
    const mcporter = (command: string, ...args: readonly string[]) =>
      npx(
        "mcporter@0.12.3",
        command,
        ...args,
        "--http-url",
        url,
        "--allow-http",
        "--name",
        "ours",
      );
    assert.match(await mcporter("list"), /function answer_quick\(/);
    assert.match(await mcporter("call", "answer", query), /404 \(Not Found\)/);
  }
});
