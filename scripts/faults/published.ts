import assert from "node:assert/strict";
import {
  type LanceParts,
  lancePartsOrWhy,
} from "../../tests/kit/lance_parts.ts";
import type { Launch } from "../../tests/kit/launch.ts";
import type { McpClient, Outcome } from "../../tests/kit/mcp_client.ts";
import type { Program } from "../../tests/kit/program.ts";
import {
  changeFormat,
  type Published,
  type Publisher,
  startPublisher,
} from "../../tests/kit/published.ts";
import { makeManual, MANUAL } from "./manual.ts";
import { Skipped, type Stage } from "./scenario.ts";

/** How old what a reader knows may be: nearly each call looks for a publication. */
export const REFRESH_MS = 20;

/** What a reader may be started with. */
export interface ReaderOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Where LanceDB is. */
  readonly packageDir?: string;
  readonly patienceMs?: number;
  /** In front of its command. */
  readonly before?: readonly string[];
}

/** A store, the files that are published to it, and the real program. */
export class PublishedStage {
  /** The root of the manuals. */
  readonly root: string;
  readonly uri: string;
  /** What LanceDB runs with. */
  readonly parts: LanceParts;
  readonly #stage: Stage;
  readonly #launch: Launch;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    stage: Stage,
    parts: LanceParts,
    root: string,
    { uri = `${stage.dir}/store`, env = {} }: StoreOptions,
  ) {
    const [program = "", ...args] = stage.command;
    // LanceDB needs a newer Node than the rest.
    const command = [program === "node" ? parts.node : program, ...args];
    this.parts = parts;
    this.root = root;
    this.uri = uri;
    this.#stage = stage;
    this.#launch = { name: "Deno", command };
    this.#env = env;
  }

  /** Makes some pages; nothing is published yet. */
  static async open(
    stage: Stage,
    pages: number,
    options: StoreOptions = {},
  ): Promise<PublishedStage> {
    const parts = await lancePartsOrWhy();
    if (typeof parts === "string") throw new Skipped(parts);
    const root = await makeManual(stage.dir, pages);
    return new PublishedStage(stage, parts, root, options);
  }

  /** Starts to publish. */
  start(options: PublishMore = {}): Promise<Publisher> {
    const { root, uri } = this;
    const env = { ...this.#env, ...options.env };
    return startPublisher(this.#launch, { root, uri, ...options, env });
  }

  /** Publishes; gives what the command says of it. */
  async publish(options: PublishMore = {}): Promise<Published> {
    return await (await this.start(options)).done;
  }

  /** Publishes, and demands that it succeeds. */
  async published(options: PublishMore = {}): Promise<Published> {
    const done = await this.publish(options);
    assert.equal(done.code, 0, done.stderr);
    return done;
  }

  /** Makes of what is published something of another version. */
  changeFormat(format: string): Promise<void> {
    return changeFormat(this.uri, format);
  }

  /** Starts a server that has nothing but what is published. */
  reader(
    { env, packageDir, before = [], ...options }: ReaderOptions = {},
  ): Program {
    const engine = {
      kind: "lancedb",
      uri: this.uri,
      package_dir: packageDir ?? this.parts.packageDir,
      refresh_ms: REFRESH_MS,
    };
    return this.#stage.start({
      ...this.#env,
      ORMCP_MANUALS_ENGINE: JSON.stringify(engine),
      ORMCP_MANUALS_REQUIRE_LS: "false",
      ...env,
    }, {
      command: [...before, ...this.#launch.command, "--stdio"],
      ...options,
    });
  }
}

interface StoreOptions {
  /** By default a directory. */
  readonly uri?: string;
  /** What publishers and readers find it with. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a publication may choose. */
interface PublishMore {
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly packageDir?: string;
}

/** Reads a page: it is fetched from the store whenever it is asked for. */
export async function readPage(
  program: McpClient,
  page: number,
): Promise<Outcome> {
  const ref = { manual_id: MANUAL, path: `page${page}.md` };
  return await program.call("manual_read", { ref });
}

/** Demands the text of a page. */
export async function expectText(
  program: McpClient,
  page: number,
): Promise<void> {
  const { failed, data } = await readPage(program, page);
  assert.equal(failed, false, JSON.stringify(data));
  assert.match(JSON.stringify(data), new RegExp(`Part 0 of page${page}\\b`));
}

/** Demands a refusal in words for people, not a dump of LanceDB's insides. */
export function assertSays(text: string | undefined, words: RegExp): void {
  assert.match(text ?? "", words);
  assert.doesNotMatch(
    text ?? "",
    /Error \{|source:|\/rust\/|registry\/src|lance-[a-z]+-\d/,
  );
}
