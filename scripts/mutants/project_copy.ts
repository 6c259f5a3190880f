import { existsSync } from "node:fs";

/** A copy of the project, in which defects are planted and tests are run. */
export class ProjectCopy {
  private constructor(private readonly dir: string) {}

  /** Copies what belongs to the project, as it is now. */
  static async make(root: string): Promise<ProjectCopy> {
    const dir = `${await Deno.realPath(await Deno.makeTempDir())}/`;
    const { stdout } = await new Deno.Command("git", {
      args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
      cwd: root,
    }).output();
    for (const path of new TextDecoder().decode(stdout).split("\0")) {
      if (path === "" || !existsSync(root + path)) continue;
      const parent = path.slice(0, path.lastIndexOf("/") + 1);
      await Deno.mkdir(dir + parent, { recursive: true });
      await Deno.copyFile(root + path, dir + path);
    }
    return new ProjectCopy(dir);
  }

  write(path: string, text: string): Promise<void> {
    return Deno.writeTextFile(this.dir + path, text);
  }

  /** The compiler refuses a module. */
  async isRefused(path: string): Promise<boolean> {
    return !(await this.#deno(["check", ...CONFIG, path])).success;
  }

  /** The tests of a file pass, and within a time. */
  async passes(test: string, ms: number): Promise<boolean> {
    // The compiler is asked last: most defects are noticed sooner by a test.
    const args = ["test", "-A", "--no-check", "--fail-fast", ...CONFIG, test];
    return (await this.#deno(args, ms)).success;
  }

  /** The lines that a file of tests runs, as `path:line`; none if it fails. */
  async linesOf(test: string): Promise<ReadonlySet<string> | undefined> {
    const found = await Deno.makeTempDir();
    try {
      const cover = [`--coverage=${found}`, "--coverage-raw-data-only"];
      const args = ["test", "-A", "--no-check", ...cover, ...CONFIG, test];
      if (!(await this.#deno(args)).success) return undefined;
      const { stdout } = await this.#deno(["coverage", "--lcov", found]);
      return readLcov(new TextDecoder().decode(stdout), this.dir);
    } finally {
      await Deno.remove(found, { recursive: true });
    }
  }

  async remove(): Promise<void> {
    await Deno.remove(this.dir, { recursive: true });
  }

  #deno(args: string[], ms = MOST_MS): Promise<Deno.CommandOutput> {
    return new Deno.Command(Deno.execPath(), {
      args,
      cwd: this.dir,
      env: { NO_COLOR: "1" },
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(ms),
    }).output();
  }
}

/** Nothing is waited for longer, on however busy a machine. */
const MOST_MS = 600_000;

const CONFIG = ["--config", "scripts/deno.json"];

function readLcov(lcov: string, dir: string): Set<string> {
  const lines = new Set<string>();
  let path = "";
  for (const entry of lcov.split("\n")) {
    if (entry.startsWith(`SF:${dir}`)) path = entry.slice(3 + dir.length);
    const [, line] = /^DA:(\d+),[1-9]/.exec(entry) ?? [];
    if (line !== undefined) lines.add(`${path}:${line}`);
  }
  return lines;
}
