import { type BeatGeometry, beatGeometry } from "#contract/beat-geometry.ts";
import type { BeatPicture } from "#contract/beat-picture.ts";
import { bucketOf } from "#contract/beat-picture.ts";
import { percent, perShare, signed } from "#contract/format.ts";
import type { EdgeVerdict } from "#contract/prediction.ts";
import { type Canvas, fillBox, fillCircle, type Point, type RgbColor } from "./canvas.ts";
import { drawText, textWidth } from "./text.ts";

type Palette = Record<"ground" | "ink" | "muted" | "dim" | "line" | "strong", RgbColor>;

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
const SHARE_TEXT = 18;

/** The colors of the two sides, a beat and anything else. Only the side that the edge favors stands out. */
const tones = {
  edge_up: { beat: "strong", other: "muted" },
  edge_down: { beat: "muted", other: "strong" },
  no_edge: { beat: "muted", other: "dim" },
} as const satisfies Record<EdgeVerdict, Record<"beat" | "other", keyof Palette>>;

export function drawBeatPicture(
  canvas: Canvas,
  { picture, consensusEps, currency, edgeVerdict, reported }: DrawnPicture,
  box: { x: number; y: number; width: number; height: number },
  look: Palette,
): void {
  const shape = beatGeometry(picture, null, box, LABELS);
  const { columns, consensusY } = shape;
  const right = columns.cone.x - columns.quarters.x;
  for (const { y, percent: edge } of shape.edges) {
    fillBox(canvas, columns.quarters.x, y - 0.5, right, 1, look.line);
    label(canvas, `${signed(edge, edge === 2.5 ? 1 : 0)}%`, [columns.quarters.x - 14, y], look.muted);
  }
  label(canvas, perShare(consensusEps, currency), [columns.quarters.x - 14, consensusY], look.ink);
  fillBox(canvas, columns.quarters.x, consensusY - 1, right, 2, look.ink);
  drawShares(canvas, shape, { picture, edgeVerdict }, look);
  drawLegend(canvas, shape, { isKnown: picture.shares !== null, reported }, look);
  for (const { at, isBeat } of shape.dots) fillCircle(canvas, at, 6, look.ink, isBeat ? 0 : 3.5);
  if (reported !== null) drawReportedSurprise(canvas, shape, reported, look);
}

/**
 * Draws each share as a bar with its percentage, and that of similar companies as a mark. While ours is not public,
 * the bars are those of similar companies, as on the company's page.
 */
function drawShares(
  canvas: Canvas,
  { rows, baseEnds }: BeatGeometry,
  { picture, edgeVerdict }: Pick<DrawnPicture, "picture" | "edgeVerdict">,
  look: Palette,
): void {
  const tone = tones[edgeVerdict];
  rows.forEach(({ box, bar, isBeat }, bucket) => {
    const baseEnd = baseEnds[bucket] ?? box.x;
    const width = Math.max(1, bar ? bar.width : baseEnd - box.x);
    fillBox(canvas, box.x, box.y + 1.5, width, box.height - 3, look[isBeat ? tone.beat : tone.other]);
    if (bar) fillBox(canvas, baseEnd - 1.5, box.y + 1.5, 3, box.height - 3, look.ink);
    const at: Point = [Math.max(baseEnd, box.x + width) + 8, box.y + box.height / 2 + SHARE_TEXT * 0.36];
    const share = percent((picture.shares ?? picture.baseShares)[bucket] ?? 0);
    // The lines of the scale would run through the number.
    fillBox(canvas, at[0] - 4, box.y + 1.5, textWidth(share, SHARE_TEXT) + 8, box.height - 3, look.ground);
    drawText(canvas, share, at, { size: SHARE_TEXT, color: look.ink }, LABELS);
  });
}

/** Says what the marks are, or the bars if there are no marks, at the end of the picture that `reported` leaves free. */
function drawLegend(
  canvas: Canvas,
  { columns, rows }: BeatGeometry,
  { isKnown, reported }: { isKnown: boolean; reported: number | null },
  look: Palette,
): void {
  const row = rows[reported !== null && reported > 0 ? 1 : rows.length - 2];
  if (!row) return;
  const [x, middle] = [columns.cone.x + 24, row.box.y + row.box.height / 2];
  const [width, color] = isKnown ? [3, look.ink] : [14, look.muted];
  fillBox(canvas, x, middle - 9, width, 18, color);
  drawText(
    canvas,
    "similar companies",
    [x + width + 10, middle + TEXT * 0.36],
    { size: TEXT, color: look.muted },
    400,
  );
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
