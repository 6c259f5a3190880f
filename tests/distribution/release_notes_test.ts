import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { releaseNotes } from "../../scripts/release_notes.ts";

const TAG = `v${manifest.version}`;

Deno.test("releaseNotes() gives the section of the tag and no other", () => {
  const changelog = `# Changelog\n\n## Unreleased\n\n- later\n\n` +
    `## ${TAG} — 2026-01-02\n\n### Added\n\n- this\n\n## v0.1.0 — 2025-01-01\n\n- old\n`;
  assert.equal(releaseNotes(changelog, TAG), "### Added\n\n- this\n");
});

Deno.test("releaseNotes() refuses a tag that is not the version", () => {
  assert.throws(() => releaseNotes("", "v999.0.0"), /v999\.0\.0.*deno\.json/);
});

Deno.test("releaseNotes() refuses a version without a dated section", () => {
  assert.throws(() => releaseNotes(`# C\n\n## ${TAG}\n\n- x\n`, TAG), /rename/);
});
