/** Where the snippets find a server that serves HTTP. */
export const HTTP_URL = "http://127.0.0.1:8931/mcp";

/** The fenced blocks of a Markdown page by the `##` heading they stand below. */
export function snippetsOf(markdown: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  const [, ...parts] = markdown.split(/^## /m);
  for (const part of parts) {
    const heading = part.slice(0, part.indexOf("\n"));
    const fences = part.matchAll(/^```\w*\n([^]*?)^```$/gm);
    sections.set(heading, [...fences].map(([, text = ""]) => text));
  }
  return sections;
}
