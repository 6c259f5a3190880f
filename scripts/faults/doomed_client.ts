/**
 * A client that is going to be killed: starts the server given by its
 * arguments, asks a question, writes the server's process id and waits.
 *
 * @module
 */
import { QUESTION } from "./expect.ts";
import { line } from "../../tests/kit/mcp_client.ts";
import { Program } from "../../tests/kit/program.ts";

const [signal = "", ...command] = Deno.args;
const program = new Program({ command, env: Deno.env.toObject() });
await program.request("ping");
const params = { name: "answer", arguments: QUESTION };
await program.write(line({ id: "call", method: "tools/call", params }));
if (signal === "closed") await program.closeInput();
Deno.stdout.writeSync(new TextEncoder().encode(`${program.pid}\n`));
setInterval(() => {}, 1_000_000);
