// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Installs the packed tarball of `npm/` as a user would and measures how long
 * it takes to answer `initialize`, side by side with the bare program and with
 * the smallest server that npx could start: `deno task check:npx`. Only ratios
 * are judged, for machines differ.
 *
 * @module
 */
import { ROOT } from "./build_npm/project.ts";
import { readArgs } from "./command_line.ts";
import { Program } from "../tests/kit/program.ts";

const ROUNDS = 7;
/** How much slower than its yardstick a row may be, noise included. */
const LIMIT = 1.5;
const NAME = "openai-responses-mcp";

/** Answers the first line it gets, and ends with its input. */
const SMALLEST = `#!/usr/bin/env node
process.stdin.once("data", (line) => {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
});
`;

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("npm", {
    args: [...args],
    cwd,
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (success) return text.trim();
  throw new Error(`npm ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

/** Puts both packages into a project, from tarballs. */
async function install(dir: string): Promise<void> {
  await Deno.mkdir(`${dir}/smallest`);
  await Deno.writeTextFile(`${dir}/smallest/index.js`, SMALLEST);
  const manifest = { name: "smallest", version: "1.0.0", bin: "index.js" };
  await Deno.writeTextFile(
    `${dir}/smallest/package.json`,
    JSON.stringify(manifest),
  );
  const tarballs: string[] = [];
  for (const source of [`${ROOT}/npm`, `${dir}/smallest`]) {
    const packed = ["pack", "--silent", "--pack-destination", dir, source];
    tarballs.push(`${dir}/${await npm(packed, dir)}`);
  }
  await Deno.writeTextFile(`${dir}/package.json`, `{"private":true}`);
  const quiet = ["--offline", "--no-audit", "--no-fund"];
  await npm(["install", ...quiet, ...tarballs], dir);
}

async function measure(command: readonly string[]): Promise<number> {
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.cwd() };
  const started = performance.now();
  await using client = new Program({ command, env });
  await client.result("initialize", { protocolVersion: "2025-11-25" });
  return performance.now() - started;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;
}

if (import.meta.main) {
  readArgs({}, "Usage: deno task check:npx");
  const dir = await Deno.realPath(await Deno.makeTempDir());
  try {
    await install(dir);
    Deno.chdir(dir);
    const rows = {
      bare: [
        "node",
        `${dir}/node_modules/${NAME}/build/index.js`,
        "--stdio",
      ],
      installed: [`${dir}/node_modules/.bin/${NAME}`, "--stdio"],
      npx: ["npx", "--offline", NAME, "--stdio"],
      smallest: ["npx", "--offline", "smallest"],
    };
    const times = { bare: [], installed: [], npx: [], smallest: [] } as Record<
      keyof typeof rows,
      number[]
    >;
    // Interleaved, so that a busy moment hits all rows alike. The first round
    // only warms the disk.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of Object.keys(rows) as (keyof typeof rows)[]) {
        const time = await measure(rows[name]);
        if (round > 0) times[name].push(time);
      }
    }
    const installed = median(times.installed) / median(times.bare);
    const npx = median(times.npx) / median(times.smallest);
    console.log(`installed program / bare program: ${installed.toFixed(2)}`);
    console.log(`npx of it / npx of the smallest server: ${npx.toFixed(2)}`);
    if (installed > LIMIT || npx > LIMIT) {
      console.log(`More than ${LIMIT} is too slow`);
      Deno.exitCode = 1;
    }
  } finally {
    Deno.chdir(ROOT);
    await Deno.remove(dir, { recursive: true });
  }
}
