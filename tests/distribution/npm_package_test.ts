import assert from "node:assert/strict";
import { packageJson } from "../../scripts/build_npm/package_json.ts";

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
