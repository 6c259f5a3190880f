import { fileURLToPath } from "node:url";

/** How a client would start the server: the given program, or the source. */
export function serverCommand(given: readonly string[] = []): string[] {
  const mod = fileURLToPath(new URL("../../mod.ts", import.meta.url));
  const program = given.length > 0
    ? given
    : [Deno.execPath(), "run", "-A", mod];
  return [...program, "--stdio"];
}
