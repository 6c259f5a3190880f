import assert from "node:assert/strict";

/** Gives a running process no more than so many descriptors. */
export async function limitDescriptors(
  pid: number,
  count: number,
): Promise<void> {
  const args = [`--pid=${pid}`, `--nofile=${count}:`];
  const { success } = await new Deno.Command("prlimit", { args }).output();
  assert.ok(success, "prlimit failed");
}
