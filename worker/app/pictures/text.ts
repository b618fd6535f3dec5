import { type Canvas, type Colour, fill, type Point } from "./canvas.ts";
import outlines from "./outlines.json" with { type: "json" };

const glyphs = outlines.glyphs as unknown as Readonly<
  Record<string, readonly [advance: number, path: string]>
>;
/** Smooth up to letters of 150 px. */
const PIECES = 8;

type Style = { size: number; colour: Colour };

/** Letters that the font lacks lose their accents, or go. */
export function drawable(text: string): string {
  const plain = [...text].map((glyph) =>
    glyph in glyphs ? glyph : glyph.normalize("NFKD").replace(/\p{M}/gu, ""),
  );
  return [...plain.join("")].filter((glyph) => glyph in glyphs).join("");
}

export function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, glyph) => sum + (glyphs[glyph]?.[0] ?? 0), 0) * (size / outlines.em);
}

/** Baseline at `y`; cut with dots beyond `maxWidth`. Answers where it ends. */
export function drawText(
  canvas: Canvas,
  text: string,
  [x, y]: Point,
  style: Style,
  maxWidth: number,
): number {
  let line = drawable(text);
  if (widthOf(line, style.size) > maxWidth) {
    while (line !== "" && widthOf(`${line}...`, style.size) > maxWidth) line = line.slice(0, -1);
    line = `${line.trimEnd()}...`;
  }
  const scale = style.size / outlines.em;
  let at = x;
  for (const glyph of line) {
    const [advance = 0, path = ""] = glyphs[glyph] ?? [];
    if (path) fill(canvas, outlinesOf(path, [at, y], scale), style.colour);
    at += advance * scale;
  }
  return at;
}

function outlinesOf(path: string, [x, y]: Point, scale: number): Point[][] {
  const closed: Point[][] = [];
  for (const [, command = "", numbers = ""] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = numbers === "" ? [] : numbers.split(" ").map(Number);
    const points = Array.from(
      { length: values.length / 2 },
      (_, i): Point => [x + (values[2 * i] ?? 0) * scale, y - (values[2 * i + 1] ?? 0) * scale],
    );
    if (command === "M") closed.push(points);
    else if (command !== "Z") closed.at(-1)?.push(...pieces(closed.at(-1)?.at(-1) ?? [x, y], points));
  }
  return closed;
}

/** De Casteljau. */
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
