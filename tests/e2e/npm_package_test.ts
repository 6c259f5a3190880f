import assert from "node:assert/strict";
import { buildNpm } from "../../scripts/build_npm.ts";
import { bundle } from "../../scripts/build_npm/bundle.ts";
import { checkBundle } from "../../scripts/build_npm/check_bundle.ts";
import { thirdPartyLicenses } from "../../scripts/build_npm/licenses.ts";
import { literalImports } from "../../scripts/build_npm/plugins.ts";
import { cleanEnv } from "../kit/launch.ts";

const FILES = [
  "LICENSE",
  "README.md",
  "build/THIRD_PARTY_LICENSES.txt",
  "build/config.js",
  "build/http.js",
  "build/index.js",
  "build/manuals.js",
  "build/mod.js",
  "build/responses.js",
  "config/config.yaml.example",
  "config/policy.md.example",
  "package.json",
];

async function run(
  command: string,
  args: string[],
  cwd: string,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd,
    env: cleanEnv(),
    clearEnv: true,
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Starts a program on a Node that says that it is old. */
async function onOldNode(
  program: string,
): Promise<{ readonly code: number; readonly stderr: string }> {
  const lie =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.8"}})';
  const { code, stderr } = await new Deno.Command("node", {
    args: ["--import", lie, program, "--stdio"],
    env: cleanEnv(),
    clearEnv: true,
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

Deno.test("buildNpm() makes a package that installs, runs and can be imported", async () => {
  const dir = await Deno.makeTempDir({ prefix: "package-" });
  try {
    await buildNpm(`${dir}/npm`);
    const manifest = JSON.parse(
      await Deno.readTextFile(`${dir}/npm/package.json`),
    );
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.engines.node, ">=20");

    const packed = await run("npm", ["pack", "--json"], `${dir}/npm`);
    const [{ filename, files }] = JSON.parse(packed);
    const paths = files.map(({ path }: { path: string }) => path)
      .filter((path: string) => !/^build\/(chunks|types)\//.test(path));
    assert.deepEqual(paths.sort(), FILES);

    await Deno.writeTextFile(`${dir}/package.json`, "{}");
    const tarball = `${dir}/npm/${filename}`;
    await run("npm", ["install", "--offline", "--no-audit", tarball], dir);
    const bin = "node_modules/.bin/openai-responses-mcp";
    assert.equal(await run(bin, ["--version"], dir), `${manifest.version}\n`);
    const old = await onOldNode(`${dir}/npm/build/index.js`);
    assert.equal(old.code, 1);
    assert.match(
      old.stderr,
      /^openai-responses-mcp: Node 18\.20\.8 is too old: install Node 20\.0 or later, [^\n]+\n$/,
    );

    const names = ["", "/http", "/responses", "/manuals"].map((path) =>
      `Object.keys(await import("openai-responses-mcp${path}"))`
    );
    const script = `console.log([${names}].flat().join())`;
    const exported = (await run(
      "node",
      ["--input-type=module", "-e", script],
      dir,
    )).trim().split(",");
    const wanted = [
      "createServer",
      "createHttpHandler",
      "openResponses",
      "openManuals",
    ];
    for (const name of wanted) {
      assert(exported.includes(name), `${name} is not exported`);
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("thirdPartyLicenses() covers packages and what they took over", async () => {
  const dir = await Deno.makeTempDir({ prefix: "licences-" });
  try {
    const text = thirdPartyLicenses(await bundle(dir));
    const headings = text.match(/^\S+ \d+\.\d+\.\d+: \S+$/gm)?.map((line) =>
      line.replace(/ \S+:/, "")
    );
    assert.deepEqual(headings, [
      "jose LICENSE.md",
      "openai LICENSE",
      "openai src/internal/qs/LICENSE.md",
      "srvx LICENSE",
      "yaml LICENSE",
    ]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("checkBundle() refuses a start that loads a heavy package", () => {
  const bytes = { bytes: 1, bytesInOutput: 1 };
  const nothing = { bytes: 1, inputs: {}, imports: [], exports: [] };
  const lazy = { path: "later.js", kind: "dynamic-import" as const };
  const start = { path: "core.js", kind: "import-statement" as const };
  const outputs = {
    "index.js": { ...nothing, imports: [start, lazy] },
    "core.js": { ...nothing, inputs: { "x/openai/index.mjs": bytes } },
  };
  assert.throws(
    () => checkBundle({ inputs: {}, outputs }),
    /before it is needed: x\/openai\/index\.mjs/,
  );
});

Deno.test("literalImports() refuses a source that it cannot turn whole", () => {
  const known = `return load<A>("./a.ts");`;
  assert.match(
    literalImports(known),
    /return tryTwice<A>\(\(\) => import\("\.\/a\.ts"\), /,
  );
  assert.throws(() => literalImports("nothing"), /Cannot make every import/);
  const computed = `${known} return load<B>(path);`;
  assert.throws(() => literalImports(computed), /Cannot make every import/);
});
