import { codeSpansOf, fencesOf, type Page } from "./pages.ts";

/** What there is to name. */
export interface Known {
  readonly tasks: ReadonlySet<string>;
  /** Options of our command line. */
  readonly options: ReadonlySet<string>;
  /** Options of the scripts behind the tasks. */
  readonly scriptOptions: ReadonlySet<string>;
  readonly environment: ReadonlySet<string>;
  /** Paths of settings, and of the groups above them. */
  readonly settings: ReadonlySet<string>;
  /** JSON-RPC error codes. */
  readonly codes: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
  /** Every word of the source: arguments, fields, reasons, error codes. */
  readonly words: ReadonlySet<string>;
  /** Tells whether the project has a file or a directory. */
  exists(path: string): boolean;
  /** Tells whether a source file of this name is anywhere. */
  hasSource(name: string): boolean;
}

/** Options of other programs that the pages mention. */
const FOREIGN_OPTIONS = new Set(
  ("allow-env allow-net allow-read allow-write include dry-run lint check " +
    "provenance env scope access no-prompt global install-links transport url marketplace")
    .split(" ").map((name) => `--${name}`),
);

/** Variables of other programs that the pages mention. */
const FOREIGN_VARIABLES = new Set(
  ("HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_USE_ENV_PROXY " +
    "NODE_EXTRA_CA_CERTS DENO_CERT DENO_TLS_CA_STORE MCP_TOOL_TIMEOUT")
    .split(" "),
);

/** Words in the form of our names that are others'. */
const FOREIGN_WORDS = new Set(
  ("startup_timeout_sec tool_timeout_sec mcp_servers proxy_next_upstream")
    .split(" "),
);

type Check = (code: string, known: Known) => Iterable<string>;

const CHECKS: Readonly<Record<string, Check>> = {
  *task(code, { tasks }) {
    for (const [, name = ""] of code.matchAll(/\bdeno\S* task ([\w:-]+)/g)) {
      if (!tasks.has(name)) yield name;
    }
  },
  *option(code, { options, scriptOptions }) {
    for (const line of code.split("\n")) {
      const ours = line.startsWith("openai-responses-mcp ");
      for (const [name] of line.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) {
        const foreign = FOREIGN_OPTIONS.has(name) || scriptOptions.has(name);
        if (!options.has(name) && (ours || !foreign)) yield name;
      }
    }
  },
  *variable(code, { environment, words }) {
    for (
      const [name] of code.matchAll(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b(?!\.\w)/g)
    ) {
      const known = environment.has(name) || words.has(name);
      if (!known && !FOREIGN_VARIABLES.has(name)) yield name;
    }
  },
  *setting(code, { settings }) {
    // What stands before `??` is a line of the source.
    const path = /(?<![\w/.-])([a-z_]+)(?:\.[a-z_]+)+(?![\w./*(-]| \?\?)/g;
    for (const [name, group = ""] of code.matchAll(path)) {
      if (!settings.has(group) || settings.has(name)) continue;
      if (!/\.(ts|md|js|json)$/.test(name)) yield name;
    }
  },
  *code(code, { codes }) {
    for (const [name] of code.matchAll(/-32\d{3}\b/g)) {
      if (!codes.has(name)) yield name;
    }
  },
  *tool(code, { tools }) {
    // `manual_id` is an argument of most of them.
    const named = /(?<![\w/.])manual_(?!id\b)[a-z]+(?![\w.*])/g;
    for (const [name] of code.matchAll(named)) if (!tools.has(name)) yield name;
  },
  *word(code, { words }) {
    if (!/^[a-z]+(_[a-z]+)+$/.test(code)) return;
    if (!words.has(code) && !FOREIGN_WORDS.has(code)) yield code;
  },
  *file(code, { exists, hasSource }) {
    if (
      /^(src|tests|scripts|docs|config|\.github|\.ci)\/[\w./-]*$/.test(code)
    ) {
      if (!exists(code)) yield code;
    } else if (/^[\w/-]+\.ts$/.test(code) && !hasSource(code)) yield code;
  },
};

/** Names in code that the project does not have, one line each. */
export function nameProblems(pages: readonly Page[], known: Known): string[] {
  return pages.flatMap((page) => {
    const code = [
      ...codeSpansOf(page),
      ...fencesOf(page).map(([, text]) => text),
    ];
    const problems = code.flatMap((text) =>
      Object.entries(CHECKS).flatMap(([kind, check]) =>
        [...check(text, known)].map((name) =>
          `${page.path}: no ${kind} ${name}`
        )
      )
    );
    return [...new Set(problems)];
  });
}
