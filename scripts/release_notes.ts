/**
 * Prints the changelog's section of a release: `deno task release:notes v1.2.3`.
 * It fails if the tag is not the version of `deno.json`, or has no section.
 *
 * @module
 */
import manifest from "../deno.json" with { type: "json" };
import { print, readArgs, refuse } from "./command_line.ts";

/** The text below `## vX.Y.Z — YYYY-MM-DD`, up to the next section. */
export function releaseNotes(changelog: string, tag: string): string {
  if (tag !== `v${manifest.version}`) {
    throw new RangeError(
      `The tag is ${tag}, but the version in deno.json is ${manifest.version}`,
    );
  }
  const heading = new RegExp(
    `^## ${RegExp.escape(tag)} — \\d{4}-\\d{2}-\\d{2}$`,
  );
  const [, ...sections] = changelog.split(/^(?=## )/m);
  for (const section of sections) {
    const [first = "", ...rest] = section.split("\n");
    if (heading.test(first)) return rest.join("\n").trim() + "\n";
  }
  throw new RangeError(
    `docs/changelog.md has no section "## ${tag} — YYYY-MM-DD": rename "Unreleased" to that`,
  );
}

if (import.meta.main) {
  const usage = "Usage: deno task release:notes v<version>";
  const { positionals: [tag, surplus] } = readArgs(
    { allowPositionals: true },
    usage,
  );
  if (tag === undefined) refuse("No tag", usage);
  if (surplus !== undefined) refuse("One tag at a time", usage);
  const url = new URL("../docs/changelog.md", import.meta.url);
  const changelog = await Deno.readTextFile(url);
  try {
    print(releaseNotes(changelog, tag));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse(error.message, usage);
  }
}
