/** A Markdown table; cells must not hold line breaks. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `| ${head.map(() => "---").join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** Text as code. */
export function code(text: string): string {
  return "`" + text + "`";
}
