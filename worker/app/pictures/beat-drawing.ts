import { type BeatGeometry, beatGeometry } from "#contract/beat-geometry.ts";
import type { BeatPicture } from "#contract/beat-picture.ts";
import { bucketOf } from "#contract/beat-picture.ts";
import { perShare, signed } from "#contract/format.ts";
import type { EdgeVerdict } from "#contract/prediction.ts";
import { type Canvas, fill, fillBox, fillCircle, type Point, type RgbColor } from "./canvas.ts";
import { drawText, textWidth } from "./text.ts";

type Palette = Record<"ink" | "muted" | "line" | "strong", RgbColor>;

type DrawnPicture = {
  picture: BeatPicture;
  consensusEps: number;
  currency: string | null;
  edgeVerdict: EdgeVerdict;
  /** The reported EPS surprise relative to the consensus. Null before the report. */
  reported: number | null;
};

const LABELS = 96;
const TEXT = 20;

export function drawBeatPicture(
  canvas: Canvas,
  { picture, consensusEps, currency, edgeVerdict, reported }: DrawnPicture,
  box: { x: number; y: number; width: number; height: number },
  look: Palette,
): void {
  const shape = beatGeometry(picture, null, box, LABELS);
  const { columns, consensusY, rows } = shape;
  const right = columns.cone.x - columns.quarters.x;
  for (const { y, percent } of shape.edges) {
    fillBox(canvas, columns.quarters.x, y - 0.5, right, 1, look.line);
    label(canvas, `${signed(percent, percent === 2.5 ? 1 : 0)}%`, [columns.quarters.x - 14, y], look.muted);
  }
  label(canvas, perShare(consensusEps, currency), [columns.quarters.x - 14, consensusY], look.ink);
  if (!picture.shares) drawOthers(canvas, shape, look);
  for (const { bar, isBeat } of rows) {
    if (!bar) continue;
    const isStrong = edgeVerdict === "no_edge" ? false : isBeat === (edgeVerdict === "edge_up");
    fillBox(
      canvas,
      bar.x,
      bar.y + 1.5,
      Math.max(1, bar.width),
      bar.height - 3,
      isStrong ? look.strong : look.muted,
    );
  }
  fillBox(canvas, columns.quarters.x, consensusY - 1, right, 2, look.ink);
  drawSteps(canvas, shape.outline, look.ink);
  for (const { at, isBeat } of shape.dots) fillCircle(canvas, at, 6, look.ink, isBeat ? 0 : 3.5);
  if (reported !== null) drawReportedSurprise(canvas, shape, reported, look);
}

function drawOthers(canvas: Canvas, { columns, outline }: BeatGeometry, look: Palette): void {
  const { x, y, height } = columns.shares;
  fill(canvas, [[[x, y], ...outline, [x, y + height]]], look.line);
  const at: Point = [columns.cone.x + 24, y + height / 3];
  drawText(canvas, "similar companies", at, { size: TEXT, color: look.muted }, 400);
}

function label(canvas: Canvas, text: string, [right, middle]: Point, color: RgbColor): void {
  drawText(
    canvas,
    text,
    [right - textWidth(text, TEXT), middle + TEXT * 0.36],
    { size: TEXT, color },
    LABELS,
  );
}

function drawSteps(canvas: Canvas, points: readonly Point[], color: RgbColor): void {
  points.slice(1).forEach(([toX, toY], i) => {
    const [x, y] = points[i] ?? [toX, toY];
    fillBox(
      canvas,
      Math.min(x, toX) - 1,
      Math.min(y, toY) - 1,
      Math.abs(toX - x) + 2,
      Math.abs(toY - y) + 2,
      color,
    );
  });
}

function drawReportedSurprise(
  canvas: Canvas,
  { rows, columns }: BeatGeometry,
  surprise: number,
  look: Palette,
): void {
  const row = rows[bucketOf(surprise)];
  if (!row) return;
  const at: Point = [columns.cone.x + 24, row.box.y + row.box.height / 2];
  fillCircle(canvas, at, 13, look.strong, surprise > 0 ? 0 : 8);
  drawText(canvas, "reported", [at[0] + 20, at[1] + TEXT * 0.36], { size: TEXT, color: look.ink }, 120);
}
