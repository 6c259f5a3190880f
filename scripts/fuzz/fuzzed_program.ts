import type { Schema } from "../../src/schema/schema.ts";
import { envWithHome, type Launch } from "../../tests/kit/launch.ts";
import {
  cached,
  cacheDir,
  expectPage,
  makeManual,
  MANUAL,
  manualEnv,
  openManual,
} from "../faults/manual.ts";
import { processStatus } from "../../tests/kit/process_status.ts";
import { Program } from "../../tests/kit/program.ts";
import {
  type FakeOpenAI,
  startFakeOpenAI,
} from "../../tests/kit/fake_openai/mod.ts";

/** Text of a file that no tool may show. */
export const MARKER = "OUTSIDE-THE-ROOT";

/** A key in the form of OpenAI's, to be found in no output. */
export const KEY = "sk-fuzz-0123456789abcdef";

const PAGES = 5;
/** Beyond anything that a few small calls can need. */
const MAX_MIB = 500;

/** The real program, started anew when it has to be. */
export class FuzzedProgram implements AsyncDisposable {
  /** The process that runs now. */
  program: Program;
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #dir: string;
  readonly #api: FakeOpenAI;

  private constructor(
    { command }: Launch,
    dir: string,
    env: Readonly<Record<string, string>>,
    api: FakeOpenAI,
  ) {
    this.#command = [...command, "--stdio"];
    this.#env = env;
    this.#dir = dir;
    this.#api = api;
    this.program = this.#start();
  }

  /** Builds and starts it; a string says why it cannot be had. */
  static async open(
    launch: (dir: string) => Promise<Launch | string>,
  ): Promise<FuzzedProgram | string> {
    const dir = await Deno.makeTempDir({ prefix: "fuzz-" });
    const launched = await launch(dir);
    if (typeof launched === "string") {
      await Deno.remove(dir, { recursive: true });
      return launched;
    }
    const root = await makeManual(dir, PAGES);
    await Deno.mkdir(`${dir}/outside`);
    await Deno.writeTextFile(`${dir}/outside/page.md`, `# ${MARKER}\n`);
    await Deno.symlink(`${dir}/outside`, `${root}/linked`);
    await Deno.symlink(
      `${dir}/outside/page.md`,
      `${root}/${MANUAL}/linked.md`,
    );
    const api = startFakeOpenAI();
    const env = envWithHome(dir, {
      ...manualEnv(root, dir),
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: api.baseUrl,
      OPENAI_MAX_RETRIES: "0",
    });
    const fuzzed = new FuzzedProgram(launched, dir, env, api);
    await openManual(fuzzed.program);
    return fuzzed;
  }

  #start(): Program {
    return new Program({ command: this.#command, env: this.#env });
  }

  /** Every tool and what it takes, as it tells its clients. */
  async tools(): Promise<{ name: string; inputSchema: Schema }[]> {
    const { result } = await this.program.request("tools/list");
    return result?.tools as { name: string; inputSchema: Schema }[];
  }

  /** Ends the process, harms its index and starts it; gives what is wrong. */
  async restart(
    { at, xor }: { readonly at: number; readonly xor: number },
  ): Promise<string | undefined> {
    await this.program.closeInput();
    const { code } = await this.program.exit();
    for (const name of await cached(this.#dir)) {
      const path = `${cacheDir(this.#dir)}/${name}`;
      const bytes = await Deno.readFile(path);
      const place = Math.floor(at * bytes.length);
      bytes[place] = (bytes[place] ?? 0) ^ xor;
      await Deno.writeFile(path, xor % 4 ? bytes : bytes.subarray(0, place));
    }
    await this.startAnew();
    if (code !== 0) return `exit code ${code} at the end of input`;
    for (let page = 0; page < PAGES; page++) {
      await expectPage(this.program, page);
    }
    return undefined;
  }

  /** Starts a new process, whatever has become of the one before. */
  async startAnew(): Promise<void> {
    await this.program.dispose();
    this.program = this.#start();
    await openManual(this.program);
  }

  /** What the process holds or says that it must not. */
  leak(): string | undefined {
    const { stderr, pid } = this.program;
    if (stderr.includes(KEY)) return `the key is on stderr: ${stderr}`;
    const { rss = 0 } = processStatus(pid) ?? {};
    return rss > MAX_MIB ? `holds ${Math.round(rss)} MiB` : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program.dispose();
    await this.#api[Symbol.asyncDispose]();
    await Deno.remove(this.#dir, { recursive: true });
  }
}
