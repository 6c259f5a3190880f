/**
 * Draws figures as bars, one below the other, each with a whisker from its
 * lower to its upper quartile.
 *
 * @module
 */
import { type Axis, axisFor } from "./chart_axis.ts";
import { escape, fits } from "./picture_text.ts";

/** Whose figure a bar is: it decides the colour, the name says it too. */
export type BarKind = "ours" | "floor" | "peer";

/** One figure. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly quartiles?: readonly [number, number] | undefined;
  readonly kind: BarKind;
}

/** Figures that can be compared. */
export interface Chart {
  readonly title: string;
  /** How to read it, in a line. */
  readonly note: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 820;
const MARGIN = 16;
const HEAD = 66;
const ROW = 26;
const BAR = 14;
const FOOT = 34;
const VALUE_WIDTH = 96;
const LABEL = { size: 12, em: 0.62, max: 340 } as const;

// Colours work on white and on dark pages; no font is fetched.
const STYLE = `
  svg { font-family: ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
  .page { fill: #ffffff; }
  .title { fill: #17202e; font-weight: 600; }
  .text { fill: #3d4757; }
  .grid { stroke: #d9dee7; }
  .whisker { stroke: #17202e; fill: none; }
  .ours { fill: #1f77d0; }
  .floor { fill: #9aa4b5; }
  .peer { fill: #d9973c; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; }
    .title { fill: #eef2f8; }
    .text { fill: #b6c0d0; }
    .grid { stroke: #2b3444; }
    .whisker { stroke: #eef2f8; }
    .ours { fill: #4c9df0; }
    .floor { fill: #66728a; }
    .peer { fill: #b97a2a; }
  }
`;

/** The SVG of a chart. */
export function renderChart({ title, note, unit, bars }: Chart): string {
  const longest = Math.max(...bars.map(({ name }) => name.length));
  const label = Math.min(LABEL.max, longest * LABEL.size * LABEL.em);
  const from = MARGIN + label + 10;
  const axis = axisFor(
    bars.flatMap(({ value, quartiles = [] }) => [value, ...quartiles]),
    [from, WIDTH - MARGIN - VALUE_WIDTH],
  );
  const height = HEAD + bars.length * ROW + FOOT;
  const told = axis.logarithmic ? `${note} Logarithmic scale.` : note;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title note">
<title id="title">${escape(title)}</title>
<desc id="note">${escape(`${told} ${inWords(bars, unit)}`)}</desc>
<style>${STYLE}</style>
<rect class="page" width="${WIDTH}" height="${height}" rx="8"/>
<text class="title" x="${MARGIN}" y="30" font-size="18">${escape(title)}</text>
<text class="text" x="${MARGIN}" y="50" font-size="13">${escape(told)}</text>
${drawGrid(axis, unit, height - FOOT)}
${bars.map((bar, i) => drawBar(bar, HEAD + i * ROW, axis, unit)).join("\n")}
</svg>
`;
}

/** The figures for whoever does not see the bars. */
function inWords(bars: readonly Bar[], unit: string): string {
  return bars.map(({ name, value }) => `${name}: ${amount(value)} ${unit}`)
    .join("; ") + ".";
}

function drawGrid({ ticks, at }: Axis, unit: string, bottom: number): string {
  return ticks.map((tick) => {
    const x = at(tick).toFixed(1);
    return [
      `<line class="grid" x1="${x}" y1="${
        HEAD - 6
      }" x2="${x}" y2="${bottom}"/>`,
      `<text class="text" x="${x}" y="${
        bottom + 16
      }" font-size="11" text-anchor="middle">${amount(tick)}${
        tick === ticks.at(-1) ? ` ${escape(unit)}` : ""
      }</text>`,
    ].join("\n");
  }).join("\n");
}

function drawBar(bar: Bar, top: number, axis: Axis, unit: string): string {
  const { name, value, quartiles, kind } = bar;
  const left = axis.at(axis.start);
  const width = Math.max(1, axis.at(value) - left);
  const y = top + (ROW - BAR) / 2;
  const middle = top + ROW / 2;
  const size = fits(name, left - 10 - MARGIN, LABEL);
  const end = axis.at(Math.max(value, quartiles?.[1] ?? value));
  return [
    `<text class="text" x="${MARGIN}" y="${middle + 4}" font-size="${size}">${
      escape(name)
    }</text>`,
    `<rect class="${kind}" x="${left.toFixed(1)}" y="${y}" width="${
      width.toFixed(1)
    }" height="${BAR}" rx="2"/>`,
    ...quartiles ? [drawWhisker(quartiles, middle, axis)] : [],
    `<text class="title" x="${(end + 8).toFixed(1)}" y="${
      middle + 4
    }" font-size="12">${amount(value)} ${escape(unit)}</text>`,
  ].join("\n");
}

function drawWhisker(
  [low, high]: readonly [number, number],
  y: number,
  { at }: Axis,
): string {
  const [x1, x2] = [at(low).toFixed(1), at(high).toFixed(1)];
  return `<path class="whisker" d="M${x1} ${y - 4}V${
    y + 4
  }M${x1} ${y}H${x2}M${x2} ${y - 4}V${y + 4}"/>`;
}

/** A figure with as many digits as it is worth. */
export function amount(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}
