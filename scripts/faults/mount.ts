import { Skipped } from "./scenario.ts";

/** Mounts a small file system in memory; skips where that is not allowed. */
export async function mountTmpfs(
  path: string,
  options: string,
): Promise<AsyncDisposable> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) {
    throw new Skipped("needs root on Linux, to mount a small file system");
  }
  await Deno.mkdir(path, { recursive: true });
  const args = ["-t", "tmpfs", "-o", options, "tmpfs", path];
  const mounted = await new Deno.Command("mount", { args }).output();
  if (!mounted.success) {
    const reason = new TextDecoder().decode(mounted.stderr).trim();
    throw new Skipped(`cannot mount a small file system: ${reason}`);
  }
  return {
    async [Symbol.asyncDispose](): Promise<void> {
      await new Deno.Command("umount", { args: ["-l", path] }).output();
    },
  };
}
