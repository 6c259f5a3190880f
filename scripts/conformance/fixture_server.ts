/**
 * The server under test: ours, with the tools that the suite's scenarios call.
 *
 * @module
 */
import { createLogger, defineTool, runtime } from "../../mod.ts";
import { defaultConfig } from "../../src/config/mod.ts";
import { createHttpHandler } from "../../src/mcp/http/mod.ts";
import type { Tool, ToolOutcome } from "../../mod.ts";

const EMPTY = { type: "object", properties: {} } as const;

function fixture(
  name: string,
  run: (progress: (message: string) => void) => ToolOutcome,
): Tool {
  return defineTool({
    name,
    title: name,
    description: "A tool for the conformance suite.",
    group: "conformance",
    input: EMPTY,
    annotations: { readOnlyHint: true },
    run: (_args, { progress }) => run(progress),
  });
}

const TOOLS = [
  fixture("test_simple_text", () => ({
    ok: true,
    text: "This is a simple text response for testing.",
  })),
  fixture("test_error_handling", () => {
    const message = "This tool intentionally returns an error for testing";
    const error = { code: -32001, message, data: {} };
    return { ok: false, body: { message }, error };
  }),
  fixture("test_tool_with_progress", (progress) => {
    for (const step of ["0", "50", "100"]) progress(step);
    return { ok: true, text: "done" };
  }),
];

/** A server that listens. */
export interface FixtureServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts it on a free port. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const config = defaultConfig();
  const handler = createHttpHandler({
    config,
    runtime,
    log: createLogger(runtime),
    loadTools: () => Promise.resolve({ tools: TOOLS }),
  });
  const { fetch } = handler;
  const host = await runtime.serveHttp({ host: "127.0.0.1", port: 0, fetch });
  return {
    url: `http://127.0.0.1:${host.port}${config.http.path}`,
    async [Symbol.asyncDispose](): Promise<void> {
      await handler.drain();
      await host.close();
    },
  };
}
