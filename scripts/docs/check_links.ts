import { headingsOf, type Page, proseOf } from "./pages.ts";

/** Options of {@linkcode linkProblems}. */
export interface LinkOptions {
  /** Tells whether the project has a file or a directory. */
  exists(path: string): boolean;
}

/** Relative links that lead nowhere, one line each. */
export function linkProblems(
  pages: readonly Page[],
  { exists }: LinkOptions,
): string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    linksOf(page).flatMap((link) => {
      if (/^[a-z]+:/.test(link)) return [];
      const { pathname, hash } = new URL(link, `file:///${page.path}`);
      const path = decodeURIComponent(pathname.slice(1));
      if (!exists(path)) return [`${page.path}: no file for ${link}`];
      const target = byPath.get(path);
      if (hash === "" || !target) return [];
      return anchorsOf(target).has(decodeURIComponent(hash.slice(1)))
        ? []
        : [`${page.path}: no heading for ${link}`];
    })
  );
}

function linksOf(page: Page): string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link);
}

/** The anchors that GitHub makes of headings. */
function anchorsOf(page: Page): Set<string> {
  const anchors = new Set<string>();
  for (const [, title] of headingsOf(page)) {
    const base = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    let anchor = base;
    for (let i = 1; anchors.has(anchor); i++) anchor = `${base}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}
