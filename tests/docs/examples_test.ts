import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { CLIENTS } from "../../scripts/clients/clients.ts";
import { HTTP_URL, snippetsOf } from "../../scripts/clients/snippets.ts";
import { knownNames } from "../../scripts/docs/known_names.ts";
import { codeSpansOf, fencesOf, readPages } from "../../scripts/docs/pages.ts";
import { startFakeOpenAI } from "../kit/fake_openai/mod.ts";
import { serveHttp } from "../kit/http_program.ts";
import { onDeno } from "../kit/launch.ts";
import { Program } from "../kit/program.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(
  /\/$/,
  "",
);
const PAGES = readPages();

function fences(language: string): string[] {
  return PAGES.flatMap((page) => fencesOf(page))
    .filter(([name]) => name === language).map(([, text]) => text);
}

/** A directory with what the examples speak of. */
async function scene(): Promise<string> {
  const dir = await Deno.realPath(await Deno.makeTempDir());
  await Deno.mkdir(`${dir}/manuals/guide`, { recursive: true });
  await Deno.writeTextFile(
    `${dir}/manuals/guide/install.md`,
    "# Install\n\nHow to install it: run the installer.\n",
  );
  await Deno.writeTextFile(
    `${dir}/manuals/guide/backup.md`,
    "# Backups\n\nEvery night.\n\n## Restoring a snapshot\n\nRun it.\n",
  );
  await Deno.writeTextFile(
    `${dir}/config.yaml`,
    "request:\n  max_retries: 1\n",
  );
  return dir;
}

/** The environment of a fresh user; downloaded packages are kept. */
async function freshUser(home: string): Promise<Record<string, string>> {
  const info = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] });
  const { stdout } = await info.output();
  const { denoDir } = JSON.parse(new TextDecoder().decode(stdout));
  const PATH = Deno.env.get("PATH") ?? "";
  return { PATH, HOME: home, DENO_DIR: denoDir };
}

/** Commands of ours in blocks of code, and whole ones within the text. */
function ownCommands(): Set<string> {
  const blocks = [...fences("sh"), ...fences("console")].flatMap((text) =>
    text.replaceAll(/\\\n\s*/g, "").split("\n")
  );
  const spans = PAGES.flatMap((page) => codeSpansOf(page))
    .map((span) =>
      span.replace(
        /^manuals (ls|toc|find|read|scan) /,
        "openai-responses-mcp manuals $1 --root ./manuals ",
      )
    );
  return new Set(
    [...blocks, ...spans].map((line) => line.replace(/^\$ /, ""))
      .filter((line) => /^openai-responses-mcp (?!.*[<…])/.test(line)),
  );
}

Deno.test("examples that serve HTTP listen, and end by SIGTERM", async () => {
  const lines = [...ownCommands()].filter((line) => /--http\b/.test(line));
  assert.ok(lines.length >= 2, `${lines.length} examples`);
  for (const line of lines) {
    // The port of an example may be taken.
    const [, ...args] = line.replace(/ *#.*$/, "")
      .replace(/--http( \d+)?$/, "--http 0").split(" ");
    await using server = await serveHttp(onDeno(), { args });
    server.process.kill("SIGTERM");
    assert.equal((await server.process.ended()).code, 0, line);
  }
});

// The examples are for a POSIX shell and its paths.
const ignore = Deno.build.os === "windows";

Deno.test(
  "examples of our own command line run as written",
  { ignore },
  async () => {
    const lines = [...ownCommands()];
    assert.ok(lines.length >= 10, `${lines.length} examples`);
    const dir = await scene();
    await using api = startFakeOpenAI();
    try {
      const env = {
        ...await freshUser(dir),
        OPENAI_API_KEY: "no-key-needed",
        OPENAI_BASE_URL: api.baseUrl,
      };
      const program = `"${Deno.execPath()}" run -A "${ROOT}/mod.ts"`;
      for (const line of lines) {
        if (/--http\b/.test(line)) continue;
        const script = line.replace("openai-responses-mcp", program)
          .replaceAll("resp_123", api.created[0]?.final.id ?? "");
        const { code, stderr } = await new Deno.Command("sh", {
          args: ["-c", script],
          cwd: dir,
          env,
          clearEnv: true,
        }).output();
        assert.equal(code, 0, `${line}: ${new TextDecoder().decode(stderr)}`);
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
);

Deno.test(
  "README's deno run line is all that the server needs",
  { ignore },
  async () => {
    const readme = PAGES.find(({ path }) => path === "README.md");
    assert.ok(readme);
    const [line] = fencesOf(readme).map(([, text]) => text)
      .filter((text) => text.startsWith("deno run "));
    assert.ok(line);
    const dir = await scene();
    try {
      await using api = startFakeOpenAI();
      // Split before the paths come in: they may hold spaces.
      const [program = "", ...args] = line.replaceAll("\\\n", " ")
        .trim().split(/\s+/).map((word) =>
          word.replaceAll("/path/to/openai-responses-mcp", ROOT)
            .replaceAll("/path/to/manuals", `${dir}/manuals`)
            .replaceAll("$HOME", dir)
            .replace("api.openai.com", "127.0.0.1")
        );
      assert.equal(program, "deno");
      assert.ok(!args.includes("-A"));
      const env = {
        ...await freshUser(dir),
        OPENAI_API_KEY: "sk-readme-test",
        OPENAI_BASE_URL: api.baseUrl,
        MANUALS_ROOT: `${dir}/manuals`,
      };
      const [run = "", ...rest] = args;
      const command = [Deno.execPath(), run, "--no-prompt", ...rest];
      await using client = new Program({ command, env });
      await useEverything(client);
      await indexKept(`${dir}/.cache/openai-responses-mcp`);
      const { code, stderr } = await client.close();
      assert.deepEqual([code, stderr], [0, ""]);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
);

/** Waits until an index is in the cache: it is written after the answer. */
async function indexKept(cache: string): Promise<void> {
  const patience = Date.now() + 60_000;
  const files = (): number => {
    try {
      return [...Deno.readDirSync(cache)].length;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return 0;
      throw error;
    }
  };
  while (files() === 0) {
    assert.ok(Date.now() < patience, "no index was kept");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function useEverything(client: Program): Promise<void> {
  await client.initialize();
  const call = async (
    name: string,
    args: Record<string, unknown>,
  ): Promise<void> => {
    const { failed, data } = await client.call(name, args);
    assert.ok(!failed, JSON.stringify(data));
  };
  await call("answer", { query: "What does HTTP 404 mean?" });
  await call("manual_ls", {});
  const query = "how to install";
  const where = { manual_id: "guide", required_terms: ["install"] };
  await call("manual_find", { query, ...where });
}

Deno.test("JSON examples are JSON", () => {
  for (const text of fences("json")) JSON.parse(text.replaceAll("…", ""));
});

Deno.test("every client has a block that starts the installed program", () => {
  const clients = PAGES.find(({ path }) => path === "docs/clients.md");
  assert.ok(clients);
  const sections = [...snippetsOf(clients.text)]
    .filter(([, snippets]) => snippets.length > 0);
  const headings = sections.map(([heading]) => heading);
  for (const { heading } of CLIENTS) assert.ok(headings.includes(heading));
  for (const [heading, snippets] of sections) {
    for (const text of snippets) {
      // Punctuation and the names of members aside, each form says the same.
      const words = text.replace(/"?\b(args|command)"?\s*[:=]/g, "")
        .match(/[^\s"',[\]]+/g)?.join(" ") ?? "";
      const starts = words.includes("openai-responses-mcp --stdio");
      assert.ok(starts || text.includes(HTTP_URL), `${heading}: ${text}`);
    }
  }
});

Deno.test("YAML examples use existing settings", () => {
  const { settings } = knownNames();
  const visit = (value: unknown, path: string): void => {
    if (path !== "") assert.ok(settings.has(path), path);
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return;
    for (const [key, child] of Object.entries(value)) {
      visit(child, path === "" ? key : `${path}.${key}`);
    }
  };
  const examples = fences("yaml");
  assert.ok(examples.length >= 3);
  for (const text of examples) visit(parse(text), "");
});
