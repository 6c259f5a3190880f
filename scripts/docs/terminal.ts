import { escape } from "./picture_text.ts";

const COLUMNS = 80;
const SIZE = 14;
const ADVANCE = SIZE * 0.602;
const LINE = 20;
const MARGIN = 18;
const HEAD = 34;
const WIDTH = Math.ceil(COLUMNS * ADVANCE) + 2 * MARGIN;

const STYLE = `
  svg { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
  .screen { fill: #101820; stroke: #2b3444; }
  .button { fill: #3a4656; }
  .prompt { fill: #7fd1b9; font-weight: 600; }
  .printed { fill: #dbe4ee; }
`;

/** A command as it was typed, and what it printed. */
export interface Exchange {
  readonly command: string;
  readonly printed: string;
}

/** Lines of at most 80 columns, broken at spaces as far as that goes. */
function wrapped(text: string): string[] {
  return text.trimEnd().split("\n").flatMap((line) => {
    const lines: string[] = [];
    let rest = line;
    while (rest.length > COLUMNS) {
      const space = rest.lastIndexOf(" ", COLUMNS);
      const cut = space > 0 ? space : COLUMNS;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut).trimStart();
    }
    return [...lines, rest];
  });
}

/** A terminal with a session in it, as SVG. */
export function renderTerminal(
  title: string,
  session: readonly Exchange[],
): string {
  const lines = session.flatMap(({ command, printed }, i) => [
    ...i > 0 ? [["printed", ""] as const] : [],
    ...wrapped(`$ ${command}`).map((line) => ["prompt", line] as const),
    ...wrapped(printed).map((line) => ["printed", line] as const),
  ]);
  const height = HEAD + lines.length * LINE + MARGIN;
  const drawn = lines.map(([kind, line], i) =>
    line === "" ? [] : [
      `<text class="${kind}" x="${MARGIN}" y="${
        HEAD + (i + 1) * LINE - 5
      }" font-size="${SIZE}" xml:space="preserve">${escape(line)}</text>`,
    ]
  ).flat();
  const told = session.map(({ command, printed }) =>
    `$ ${command}\n${printed.trimEnd()}`
  ).join("\n\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title session">
<title id="title">${escape(title)}</title>
<desc id="session">${escape(told)}</desc>
<style>${STYLE}</style>
<rect class="screen" x="0.5" y="0.5" width="${WIDTH - 1}" height="${
    height - 1
  }" rx="9"/>
${
    [0, 1, 2].map((i) =>
      `<circle class="button" cx="${MARGIN + 6 + i * 18}" cy="18" r="5"/>`
    ).join("\n")
  }
${drawn.join("\n")}
</svg>
`;
}
