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

/**
 * The snippet with another command in place of `npx -y openai-responses-mcp`,
 * as words of a shell or as items of a JSON list.
 */
export function withCommand(
  text: string,
  program: string,
  args: readonly string[],
): string {
  const words = ["-y", "openai-responses-mcp", "--stdio"];
  const list = args.map((arg) => JSON.stringify(arg)).join(", ");
  return text
    .replace(`npx ${words.join(" ")}`, [program, ...args].join(" "))
    .replace(
      `"npx", ${words.map((word) => `"${word}"`).join(", ")}`,
      `${JSON.stringify(program)}, ${list}`,
    )
    .replace(
      /"command": "npx",(\s+)"args": \[[^\]]*\]/,
      `"command": ${JSON.stringify(program)},$1"args": [${list}]`,
    );
}
