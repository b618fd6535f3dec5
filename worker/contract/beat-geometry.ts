import { type BeatPicture, BUCKET_EDGES, MEET_BUCKET, surpriseBuckets } from "./beat-picture.ts";

type Box = { x: number; y: number; width: number; height: number };
type PicturePoint = readonly [x: number, y: number];

/**
 * `percent` is the implied move in either direction. `pastMoves` are the price changes after past reports, in
 * percent.
 */
export type ConeInput = { percent: number; pastMoves: readonly number[] };

type Row = {
  box: Box;
  bar: Box | null;
  isBeat: boolean;
};

export type BeatGeometry = {
  rows: readonly Row[];
  /** Where each row's share of comparable companies ends, as an x coordinate. */
  baseEnds: readonly number[];
  consensusY: number;
  edges: readonly { y: number; percent: number }[];
  dots: readonly { at: PicturePoint; isBeat: boolean; fiscalQuarterEnd: string; surprise: number }[];
  cone: { apex: PicturePoint; up: PicturePoint; down: PicturePoint; past: readonly PicturePoint[] } | null;
  columns: { labels: Box; quarters: Box; shares: Box; cone: Box };
};

/** The widths of two columns, as shares of the width that remains beside the labels. */
const COLUMNS = { quarters: 0.32, shares: 0.4 } as const;
/** The empty space in a column, as a share of the column's width. */
const FREE = 0.12;
/** The width of the cone, as a share of its column's width. The rest of the column is for the cone's labels. */
const CONE_WIDTH = 0.4;
const CONE_REACH = 0.72;
/**
 * The largest price change that is drawn to scale, as a multiple of the implied move. Larger ones are drawn at
 * the edge.
 */
const MOST_MOVES = 0.96 / CONE_REACH;

/**
 * Computes the shapes of the beat picture within a box. The largest beats are on top, and `labels` is the width
 * of the left column.
 */
export function beatGeometry(
  picture: BeatPicture,
  cone: ConeInput | null,
  { x, y, width, height }: Box,
  labels: number,
): BeatGeometry {
  const rest = width - labels;
  const [quartersWidth, sharesWidth] = [rest * COLUMNS.quarters, rest * COLUMNS.shares];
  const column = (from: number, wide: number): Box => ({ x: x + from, y, width: wide, height });
  const columns = {
    labels: column(0, labels),
    quarters: column(labels, quartersWidth),
    shares: column(labels + quartersWidth, sharesWidth),
    cone: column(labels + quartersWidth + sharesWidth, rest - quartersWidth - sharesWidth),
  };
  const rowHeight = height / surpriseBuckets.length;
  const topOf = (bucket: number) => y + (surpriseBuckets.length - 1 - bucket) * rowHeight;
  const scale =
    ((1 - FREE) * sharesWidth) / Math.max(...(picture.shares ?? picture.baseShares), ...picture.baseShares);
  const rows = surpriseBuckets.map((_, bucket): Row => {
    const box = { x: columns.shares.x, y: topOf(bucket), width: sharesWidth, height: rowHeight };
    const share = picture.shares?.[bucket];
    return {
      box,
      bar: share === undefined ? null : { ...box, width: scale * share },
      isBeat: bucket > MEET_BUCKET,
    };
  });
  const baseEnds = rows.map(({ box }, bucket) => box.x + scale * (picture.baseShares[bucket] ?? 0));
  const consensusY = topOf(MEET_BUCKET) + rowHeight / 2;
  const heightOf = (surprise: number) => topOf(0) + rowHeight - rowHeight * heightInRows(surprise);
  const step = quartersWidth / Math.max(1, picture.quarters.length);
  return {
    rows,
    baseEnds,
    consensusY,
    edges: BUCKET_EDGES.filter((edge) => edge !== 0).map((edge) => ({
      y: heightOf(edge),
      percent: 100 * edge,
    })),
    dots: picture.quarters.map(({ fiscalQuarterEnd, surprise }, i) => ({
      at: [columns.quarters.x + (i + 0.5) * step * (1 - FREE / 2), heightOf(surprise)] as const,
      isBeat: surprise > 0,
      fiscalQuarterEnd,
      surprise,
    })),
    cone: cone && coneIn(columns.cone, cone, consensusY),
    columns,
  };
}

/**
 * Returns the height of a surprise in the picture, in rows from the bottom. The first and last rows are
 * open-ended and have room for surprises of any size.
 */
function heightInRows(surprise: number): number {
  if (surprise === 0) return MEET_BUCKET + 0.5;
  const bucket = surpriseBuckets.findIndex(({ from, to }, i) =>
    i === MEET_BUCKET
      ? false
      : surprise < 0
        ? to !== null && to <= 0 && surprise <= to && (from === null || surprise > from)
        : from !== null && from >= 0 && surprise >= from && (to === null || surprise < to),
  );
  const { from, to } = surpriseBuckets[bucket] ?? { from: 0, to: null };
  if (to === null) return bucket + 1 - openPart(surprise, from ?? 0);
  if (from === null) return bucket + openPart(surprise, to);
  return bucket + (surprise - from) / (to - from);
}

/**
 * Returns how far a surprise lies from the far end of an open-ended row, as a share of the row's height: 1 at
 * the edge of the row, approaching 0 for the largest surprises.
 */
function openPart(surprise: number, edge: number): number {
  return edge / surprise;
}

function coneIn(
  column: Box,
  { percent, pastMoves }: ConeInput,
  y: number,
): NonNullable<BeatGeometry["cone"]> {
  const end = column.x + column.width * CONE_WIDTH;
  const half = Math.min(y - column.y, column.y + column.height - y) * CONE_REACH;
  const at = (move: number) => y - half * Math.max(-MOST_MOVES, Math.min(MOST_MOVES, move / percent));
  return {
    apex: [column.x + column.width * FREE, y],
    up: [end, at(percent)],
    down: [end, at(-percent)],
    past: pastMoves.map((move) => [end, at(move)] as const),
  };
}
