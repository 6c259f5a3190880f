import { type ManualSetup, setUpManuals } from "./manual_setup.ts";

/** A page with a section of each kind. */
export const PAGE = "intro\n\n# A\na text\n\n## B\nb text\n\n# C\nc text\n";
/** A manual with it. */
export const FILES = { "guide/page.md": PAGE, "guide/data.json": '{"a": 1}\n' };

/** What a call to read a section says. */
export function ref(
  start_line?: unknown,
  path = "page.md",
): Record<string, unknown> {
  return { ref: { manual_id: "guide", path, start_line } };
}

/** Reads with a memory that no earlier test has filled. */
export function fresh(root: { path: string }): ManualSetup {
  return setUpManuals({ root: root.path });
}
