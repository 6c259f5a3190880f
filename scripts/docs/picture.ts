/**
 * Draws the pictures of the documentation from a text: boxes on a grid, and
 * arrows between them.
 *
 * ```text
 * title What it shows
 * note One line more
 * box <id> <column>,<row> <title> | <what it does> | <file>
 * arrow <from> <to> [label]
 * ```
 *
 * @module
 */
import { type Box, drawArrow } from "./picture_arrow.ts";
import { escape, fits } from "./picture_text.ts";

const BOX = { width: 236, height: 74, gapX: 36, gapY: 40 } as const;
const MARGIN = 16;
const HEAD = 64;

// Colours work on white and on dark pages; no font is fetched.
const STYLE = `
  svg { font-family: ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
  .page { fill: #ffffff; }
  .box { fill: #f4f6fa; stroke: #8a94a6; }
  .title { fill: #17202e; font-weight: 600; }
  .text { fill: #3d4757; }
  .file { fill: #0b5cad; font-family: ui-monospace, Menlo, Consolas, monospace; }
  .line { stroke: #5b6577; fill: none; }
  .tip { fill: #5b6577; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; }
    .box { fill: #1a2130; stroke: #56617a; }
    .title { fill: #eef2f8; }
    .text { fill: #b6c0d0; }
    .file { fill: #7db7f5; }
    .line { stroke: #8f9bb0; }
    .tip { fill: #8f9bb0; }
  }
`;

/** The SVG of a description. */
export function renderPicture(description: string): string {
  let title = "";
  let note = "";
  const boxes = new Map<string, Box>();
  const drawn: string[] = [];
  const arrows: string[] = [];
  for (const line of description.split("\n")) {
    const [word = "", ...rest] = line.trim().split(" ");
    const text = rest.join(" ");
    if (word === "title") title = text;
    else if (word === "note") note = text;
    else if (word === "box") drawn.push(drawBox(text, boxes));
    else if (word === "arrow") arrows.push(arrow(rest, boxes));
    else if (word !== "") throw new SyntaxError(`Cannot draw "${line}"`);
  }
  const right = Math.max(...[...boxes.values()].map((b) => b.x + BOX.width));
  const bottom = Math.max(...[...boxes.values()].map((b) => b.y + BOX.height));
  const [width, height] = [right + MARGIN, bottom + MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title note">
<title id="title">${escape(title)}</title>
<desc id="note">${escape(note)}</desc>
<style>${STYLE}</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<text class="title" x="${MARGIN}" y="30" font-size="18">${escape(title)}</text>
<text class="text" x="${MARGIN}" y="50" font-size="13">${escape(note)}</text>
${arrows.join("\n")}
${drawn.join("\n")}
</svg>
`;
}

function drawBox(line: string, boxes: Map<string, Box>): string {
  const [, id = "", column = "", row = "", text = ""] =
    /^(\w+) (\d+),(\d+) (.+)$/.exec(line) ?? [];
  const [title = "", what = "", file = ""] = text.split("|")
    .map((part) => part.trim());
  if (id === "" || boxes.has(id)) throw new SyntaxError(`Bad box "${line}"`);
  const x = MARGIN + Number(column) * (BOX.width + BOX.gapX);
  const y = HEAD + Number(row) * (BOX.height + BOX.gapY);
  boxes.set(id, { x, y, width: BOX.width, height: BOX.height });
  const inside = BOX.width - 20;
  const row3 = file === "" ? [] : [
    `<text class="file" x="${x + 10}" y="${y + 60}" font-size="${
      fits(file, inside, { size: 11, em: 0.62 })
    }">${escape(file)}</text>`,
  ];
  return [
    `<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8"/>`,
    `<text class="title" x="${x + 10}" y="${y + 23}" font-size="14">${
      escape(title)
    }</text>`,
    `<text class="text" x="${x + 10}" y="${y + 42}" font-size="${
      fits(what, inside, { size: 12, em: 0.61 })
    }">${escape(what)}</text>`,
    ...row3,
  ].join("\n");
}

function arrow(words: readonly string[], boxes: Map<string, Box>): string {
  const [from = "", to = "", ...label] = words;
  const [start, end] = [boxes.get(from), boxes.get(to)];
  if (!start || !end) throw new SyntaxError(`No box for ${from} or ${to}`);
  return drawArrow(start, end, label.join(" "));
}
