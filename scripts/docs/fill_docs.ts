import { fileURLToPath } from "node:url";

/** Fills pages and charts from the figures that have just been recorded. */
export async function fillDocs(): Promise<void> {
  const script = fileURLToPath(new URL("../generate_docs.ts", import.meta.url));
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script],
  }).spawn().status;
  if (!success) throw new Error("Cannot fill the documentation");
}
