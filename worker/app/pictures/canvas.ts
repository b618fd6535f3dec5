import { crc32, deflateSync } from "node:zlib";

export type RgbColor = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

/** An RGB picture. `pixels` has one byte per channel, row by row. */
export type Canvas = { width: number; height: number; pixels: Uint8Array<ArrayBuffer> };

export function newCanvas(width: number, height: number, background: RgbColor): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  pixels.set(background);
  for (let filled = 3; filled < pixels.length; filled *= 2) pixels.copyWithin(filled, 0, filled);
  return { width, height, pixels };
}

/**
 * Fills closed outlines with anti-aliased edges: each edge adds the signed area that it covers to its pixels,
 * and a running sum along the row gives the share of each pixel that is inside. Outlines in the opposite
 * direction are holes.
 */
export function fill(canvas: Canvas, outlines: readonly (readonly Point[])[], color: RgbColor): void {
  const points = outlines.flat();
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [width, height] = [Math.ceil(right) - x0 + 2, Math.ceil(bottom) - y0 + 1];
  if (!(width > 0 && height > 0)) return;
  const area = new Float32Array(width * height);
  for (const outline of outlines)
    outline.forEach(([x, y], i) => {
      const [toX, toY] = outline[(i + 1) % outline.length] ?? [x, y];
      addEdge(area, width, [x - x0, y - y0], [toX - x0, toY - y0]);
    });
  for (let row = 0; row < height; row++) {
    let covered = 0;
    for (let column = 0; column < width; column++) {
      covered += area[row * width + column] ?? 0;
      blend(canvas, x0 + column, y0 + row, color, Math.min(1, Math.abs(covered)));
    }
  }
}

export function fillCircle(canvas: Canvas, [x, y]: Point, radius: number, color: RgbColor, hole = 0): void {
  const around = (size: number, turn: 1 | -1) =>
    Array.from({ length: 64 }, (_, i): Point => {
      const angle = (turn * i * Math.PI) / 32;
      return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
    });
  fill(canvas, hole > 0 ? [around(radius, 1), around(hole, -1)] : [around(radius, 1)], color);
}

export function fillBox(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  color: RgbColor,
): void {
  fill(
    canvas,
    [
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
    ],
    color,
  );
}

/**
 * Adds an edge to `area` so that the running sum along each row covers the edge's own pixels partly and all
 * pixels to their right fully.
 */
function addEdge(area: Float32Array, width: number, from: Point, to: Point): void {
  if (from[1] === to[1]) return;
  const sign = from[1] < to[1] ? 1 : -1;
  const [[topX, topY], [endX, endY]] = sign > 0 ? [from, to] : [to, from];
  const slope = (endX - topX) / (endY - topY);
  for (let row = Math.floor(topY); row < endY; row++) {
    const [y, yEnd] = [Math.max(row, topY), Math.min(row + 1, endY)];
    const [a, b] = [topX + (y - topY) * slope, topX + (yEnd - topY) * slope];
    const [x, xEnd] = a < b ? [a, b] : [b, a];
    const height = sign * (yEnd - y);
    const span = xEnd - x;
    // In each column, `part` is the share of the edge's height, and `inside` is how much of the pixel lies to
    // the right of the edge, on average.
    for (let column = Math.floor(x); column <= Math.floor(xEnd); column++) {
      const [start, end] = [Math.max(x, column), Math.min(xEnd, column + 1)];
      const part = span === 0 ? height : (height * (end - start)) / span;
      if (part === 0) continue;
      const inside = 1 - ((start + end) / 2 - column);
      const at = row * width + column;
      area[at] = (area[at] ?? 0) + part * inside;
      area[at + 1] = (area[at + 1] ?? 0) + part * (1 - inside);
    }
  }
}

function blend(
  { width, height, pixels }: Canvas,
  x: number,
  y: number,
  color: RgbColor,
  share: number,
): void {
  if (share < 0.004 || x < 0 || y < 0 || x >= width || y >= height) return;
  let at = (y * width + x) * 3;
  for (const channel of color) {
    const before = pixels[at] ?? 0;
    pixels[at] = Math.round(before + (channel - before) * share);
    at += 1;
  }
}

/**
 * Encodes the picture as PNG. Each row is stored as the difference from the row above (filter type 2), which
 * compresses well for flat pictures.
 */
export function pngOf({ width, height, pixels }: Canvas): Uint8Array<ArrayBuffer> {
  const stride = width * 3;
  const rows = new Uint8Array(height * (stride + 1));
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1);
    rows[to] = 2;
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      rows[to + 1 + i] = (pixels[at] ?? 0) - (y > 0 ? (pixels[at - stride] ?? 0) : 0);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Bit depth 8 and color type 2, which is RGB without transparency.
  header.set([8, 2], 8);
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const part = new Uint8Array(data.length + 12);
  const view = new DataView(part.buffer);
  view.setUint32(0, data.length);
  part.set(new TextEncoder().encode(name), 4);
  part.set(data, 8);
  view.setUint32(data.length + 8, crc32(part.subarray(4, data.length + 8)));
  return part;
}
