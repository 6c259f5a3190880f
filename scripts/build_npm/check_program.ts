import type { Framing } from "../../tests/kit/message_reader.ts";
import { Program } from "../../tests/kit/program.ts";
import { VERSION } from "./project.ts";

/** Runs the built program under Node; fails if it does not answer. */
export async function checkProgram(program: string): Promise<void> {
  const { stdout } = await new Deno.Command("node", {
    args: [program, "--version"],
  }).output();
  const version = new TextDecoder().decode(stdout).trim();
  if (version !== VERSION) {
    throw new Error(`--version says "${version}", wanted ${VERSION}`);
  }
  for (const framing of ["lines", "framed"] as const) {
    await converse(program, framing);
  }
}

async function converse(program: string, framing: Framing): Promise<void> {
  const env = { PATH: Deno.env.get("PATH") ?? "" };
  const command = ["node", program, "--stdio"];
  await using client = new Program({ command, env, framing });
  const { serverInfo } = await client.initialize();
  const { tools } = await client.result("tools/list");
  const { code, stderr } = await client.close();
  const told = (serverInfo as { version?: string } | undefined)?.version;
  if (told !== VERSION || !Array.isArray(tools) || tools.length === 0) {
    throw new Error(`Bad answers in ${framing}: version ${told}, ${tools}`);
  }
  if (code !== 0 || stderr !== "") {
    throw new Error(`Exit code ${code} after the end of input: ${stderr}`);
  }
}
