import { escape } from "./picture_text.ts";

/** A box on the picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Point = readonly [x: number, y: number];

const TIP = 7;

/** An arrow between two boxes: straight if it can be, else with one corner. */
export function drawArrow(from: Box, to: Box, label: string): string {
  const points = route(from, to);
  const path = points.map(([x, y]) => `${x},${y}`).join(" ");
  const [end, before] = [points.at(-1), points.at(-2)] as [Point, Point];
  const [first, second] = points as [Point, Point];
  const middle: Point = [
    (first[0] + second[0]) / 2,
    (first[1] + second[1]) / 2,
  ];
  const upright = first[0] === second[0];
  const at = upright
    ? `x="${middle[0] + 6}" y="${middle[1] + 4}"`
    : `x="${middle[0]}" y="${middle[1] - 5}" text-anchor="middle"`;
  return [
    `<polyline class="line" stroke-width="1.6" points="${path}"/>`,
    `<polygon class="tip" points="${tip(before, end)}"/>`,
    ...label === ""
      ? []
      : [`<text class="text" ${at} font-size="11">${escape(label)}</text>`],
  ].join("\n");
}

function route(from: Box, to: Box): Point[] {
  const centre = (box: Box): Point => [
    box.x + box.width / 2,
    box.y + box.height / 2,
  ];
  const [[fromX, fromY], [toX, toY]] = [centre(from), centre(to)];
  const side = (box: Box, sign: number): number =>
    sign > 0 ? box.x + box.width : box.x;
  const edge = (box: Box, sign: number): number =>
    sign > 0 ? box.y + box.height : box.y;
  const [dx, dy] = [Math.sign(toX - fromX), Math.sign(toY - fromY)];
  if (dy === 0) return [[side(from, dx), fromY], [side(to, -dx), toY]];
  if (dx === 0) return [[fromX, edge(from, dy)], [toX, edge(to, -dy)]];
  // Through the gap between the rows, so that no box is crossed.
  const gap = (edge(from, dy) + edge(to, -dy)) / 2;
  const [start, end] = [fromX + dx * 40, toX - dx * 40];
  return [
    [start, edge(from, dy)],
    [start, gap],
    [end, gap],
    [end, edge(to, -dy)],
  ];
}

function tip([x0, y0]: Point, [x, y]: Point): string {
  const [ux, uy] = [Math.sign(x - x0), Math.sign(y - y0)];
  const [bx, by] = [x - ux * TIP, y - uy * TIP];
  const half = TIP / 2;
  return `${x},${y} ${bx - uy * half},${by + ux * half} ${bx + uy * half},${
    by - ux * half
  }`;
}
