/** Its width and height: what plugin directories ask for at least. */
export const ICON_SIZE = 512;

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];

const TILE: Colour = [15, 76, 92];
const PAPER: Colour = [255, 255, 255];
const LINE: Colour = [15, 76, 92];
const SOURCE: Colour = [226, 125, 47];

/** How far outside of a rounded box a point is; negative inside. */
function outside(
  [x, y]: Point,
  [left, top, right, bottom]: readonly [number, number, number, number],
  radius: number,
): number {
  const dx = Math.abs(x - (left + right) / 2) - (right - left) / 2 + radius;
  const dy = Math.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius;
  const corner = Math.hypot(Math.max(dx, 0), Math.max(dy, 0));
  return corner + Math.min(Math.max(dx, dy), 0) - radius;
}

/** The layers of the picture, from below: an answer, and its source. */
const LAYERS: readonly (readonly [Colour, (at: Point) => number])[] = [
  [TILE, (at) => outside(at, [0, 0, 512, 512], 112)],
  [PAPER, (at) => outside(at, [96, 104, 416, 356], 48)],
  // The tail of the bubble.
  [PAPER, ([x, y]) => Math.max(160 - x, 340 - y, x + y - 584)],
  [LINE, (at) => outside(at, [144, 160, 368, 184], 12)],
  [LINE, (at) => outside(at, [144, 212, 328, 236], 12)],
  [SOURCE, ([x, y]) => Math.hypot(x - 162, y - 290) - 20],
  [SOURCE, (at) => outside(at, [198, 278, 368, 302], 12)],
];

/** The project's icon as a PNG. */
export async function iconPng(): Promise<Uint8Array<ArrayBuffer>> {
  const rows = new Uint8Array(ICON_SIZE * (ICON_SIZE * 4 + 1));
  let at = 0;
  for (let y = 0; y < ICON_SIZE; y++) {
    rows[at++] = 0; // No filter.
    for (let x = 0; x < ICON_SIZE; x++) {
      rows.set(pixel([x + 0.5, y + 0.5]), at);
      at += 4;
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, ICON_SIZE);
  view.setUint32(4, ICON_SIZE);
  header.set([8, 6], 8); // Eight bits each of red, green, blue and alpha.
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", await deflate(rows)),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function pixel(at: Point): number[] {
  let colour: Colour = TILE;
  for (const [next, distance] of LAYERS) {
    // Half a pixel on each side of an edge is mixed.
    const share = Math.min(Math.max(0.5 - distance(at), 0), 1);
    colour = [0, 1, 2].map((i) =>
      (colour[i] ?? 0) * (1 - share) + (next[i] ?? 0) * share
    ) as unknown as Colour;
  }
  const [, tile] = LAYERS[0] ?? [TILE, () => 0];
  const alpha = Math.min(Math.max(0.5 - tile(at), 0), 1) * 255;
  return [...colour, alpha].map(Math.round);
}

async function deflate(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream()
    .pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function chunk(
  type: string,
  data: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return ~crc >>> 0;
}
