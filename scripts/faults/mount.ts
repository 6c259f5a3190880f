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
  const problem = await mount(args);
  if (problem !== undefined) {
    throw new Skipped(`cannot mount a small file system: ${problem}`);
  }
  return {
    async [Symbol.asyncDispose](): Promise<void> {
      await new Deno.Command("umount", { args: ["-l", path] }).output();
    },
  };
}

/** Mounts; tells why it cannot. */
async function mount(args: string[]): Promise<string | undefined> {
  try {
    const { success, stderr } = await new Deno.Command("mount", { args })
      .output();
    return success ? undefined : new TextDecoder().decode(stderr).trim();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return "there is no mount program";
  }
}
