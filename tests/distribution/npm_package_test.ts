import assert from "node:assert/strict";
import { buildNpm } from "../../scripts/build_npm.ts";
import { COPIED, packageJson } from "../../scripts/build_npm/package_json.ts";

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

async function pack(dir: string): Promise<Packed> {
  const { stdout } = await new Deno.Command("npm", {
    args: ["pack", "--dry-run", "--json"],
    cwd: dir,
    stderr: "null",
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout))[0];
}

Deno.test("npm pack lists the program, its types, licences, and nothing else", async (t) => {
  const dir = await Deno.makeTempDir();
  try {
    await buildNpm(dir);
    const { files, size } = await pack(dir);
    const paths = files.map(({ path }) => path);
    await t.step("what must be there", () => {
      const wanted = [
        ...COPIED,
        "package.json",
        "build/index.js",
        "build/mod.js",
        "build/manuals.js",
        "build/responses.js",
        "build/types/mod.d.ts",
        "build/THIRD_PARTY_LICENSES.txt",
      ];
      assert.deepEqual(wanted.filter((path) => !paths.includes(path)), []);
    });
    await t.step("what must not be there", () => {
      const known =
        /^(LICENSE|README\.md|package\.json|config\/[\w.]+\.example|build\/(\w+\.js|chunks\/[\w.-]+\.js|types\/.+\.d\.ts|THIRD_PARTY_LICENSES\.txt))$/;
      assert.deepEqual(paths.filter((path) => !known.test(path)), []);
    });
    await t.step("it is small", () => assert.ok(size < 400_000, `${size}`));
    await t.step("licences of what is bundled", async () => {
      const text = await Deno.readTextFile(
        `${dir}/build/THIRD_PARTY_LICENSES.txt`,
      );
      for (const name of ["openai", "yaml"]) {
        assert.match(
          text,
          new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: LICENSE`, "m"),
        );
      }
    });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("packageJson() is ready for provenance and the MCP registry", () => {
  const { repository, mcpName, bin, engines, dependencies, scripts } =
    packageJson();
  // npm refuses provenance unless this names the repository that publishes.
  assert.deepEqual(repository, {
    type: "git",
    url: "git+https://github.com/uchimanajet7/openai-responses-mcp.git",
  });
  assert.equal(mcpName, "io.github.uchimanajet7/openai-responses-mcp");
  assert.deepEqual(bin, { "openai-responses-mcp": "build/index.js" });
  assert.deepEqual(engines, { node: ">=20" });
  assert.equal(dependencies, undefined);
  assert.deepEqual(scripts, {
    build: "node build/index.js --version",
    prepublishOnly: "npm run build",
  });
});
