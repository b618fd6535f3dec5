import { type Canvas, fill, type Point, type RgbColor } from "./canvas.ts";
import outlines from "./outlines.json" with { type: "json" };

const glyphs = outlines.glyphs as unknown as Readonly<
  Record<string, readonly [advance: number, path: string]>
>;
/** Straight pieces per curve. With this many, letters look smooth up to a size of 150 pixels. */
const PIECES = 8;

type Style = { size: number; color: RgbColor };

/**
 * Returns the text as the font can draw it: characters that the font lacks lose their accents or are left out.
 */
export function toDrawableText(text: string): string {
  const plain = [...text].map((glyph) =>
    glyph in glyphs ? glyph : glyph.normalize("NFKD").replace(/\p{M}/gu, ""),
  );
  return [...plain.join("")].filter((glyph) => glyph in glyphs).join("");
}

export function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, glyph) => sum + (glyphs[glyph]?.[0] ?? 0), 0) * (size / outlines.em);
}

/**
 * Draws text with its baseline at `y`, shortened with an ellipsis to `maxWidth`. Returns the x position where
 * it ends.
 */
export function drawText(
  canvas: Canvas,
  text: string,
  [x, y]: Point,
  style: Style,
  maxWidth: number,
): number {
  let line = toDrawableText(text);
  if (textWidth(line, style.size) > maxWidth) {
    while (line !== "" && textWidth(`${line}...`, style.size) > maxWidth) line = line.slice(0, -1);
    line = `${line.trimEnd()}...`;
  }
  const scale = style.size / outlines.em;
  let at = x;
  for (const glyph of line) {
    const placed = outlinesOf(glyph).map((outline) =>
      outline.map(([right, up]): Point => [at + right * scale, y - up * scale]),
    );
    if (placed.length > 0) fill(canvas, placed, style.color);
    at += (glyphs[glyph]?.[0] ?? 0) * scale;
  }
  return at;
}

/** Caches the outlines of each glyph, because parsing its path is most of the cost of drawing it. */
const outlinesByGlyph = new Map<string, Point[][]>();

/** Returns a glyph's closed outlines in the font's units, with y pointing up. */
function outlinesOf(glyph: string): Point[][] {
  const before = outlinesByGlyph.get(glyph);
  if (before) return before;
  const closed: Point[][] = [];
  for (const [, command = "", numbers = ""] of (glyphs[glyph]?.[1] ?? "").matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = numbers === "" ? [] : numbers.split(" ").map(Number);
    const points = Array.from(
      { length: values.length / 2 },
      (_, i): Point => [values[2 * i] ?? 0, values[2 * i + 1] ?? 0],
    );
    if (command === "M") closed.push(points);
    else if (command !== "Z") closed.at(-1)?.push(...pieces(closed.at(-1)?.at(-1) ?? [0, 0], points));
  }
  outlinesByGlyph.set(glyph, closed);
  return closed;
}

/**
 * Approximates a Bézier curve by straight pieces and returns their end points, computed by De Casteljau's
 * algorithm.
 */
function pieces(from: Point, controls: readonly Point[]): Point[] {
  if (controls.length < 2) return [...controls];
  return Array.from({ length: PIECES }, (_, i) => {
    const share = (i + 1) / PIECES;
    let points = [from, ...controls];
    while (points.length > 1)
      points = points.slice(1).map(([x, y], j): Point => {
        const [fromX, fromY] = points[j] ?? [x, y];
        return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
      });
    return points[0] ?? from;
  });
}
