import type { Colour } from "./tokens.ts";

/** One row of values in the read-out and in the table. */
type ChartReading = {
  label: string;
  /** One value for each position; null where there is none. */
  values: readonly (number | null)[];
  format: (value: number) => string;
  /** Colour of the mark beside the label; none where it is not drawn as one line. */
  colour?: Colour;
  isHollow?: boolean;
};

/** A line, a row of bars or a row of dots. */
export type ChartSeries = ChartReading & {
  colour: Colour;
  kind: "line" | "bars" | "dots";
  isDashed?: boolean;
  /** Lines only: fills the space between the line and zero. */
  isFilled?: boolean;
  /** Drawn at the bottom on its own scale without an axis (volume under a price). */
  isAtBottom?: boolean;
  /** Dots only: draws a stem from these values to the dots. */
  stemsFrom?: readonly (number | null)[];
};

/** A labelled straight line: horizontal at `y`, or vertical at `x`. */
export type ChartGuide = { label: string; colour: Colour } & ({ y: number } | { x: number });

export type ChartShape = {
  x: readonly number[];
  /** Name of each position ("Feb 6, 2026") for the read-out and the table. */
  xLabels: readonly string[];
  /** Labels of the horizontal axis, at most about `most`. */
  xTicks: (most: number) => { at: number; label: string }[];
  series: readonly ChartSeries[];
  /** Values of the read-out and the table; the series by default. */
  readings?: readonly ChartReading[];
  guides?: readonly ChartGuide[];
  formatY: (value: number) => string;
  /** Ends of the vertical axis; from the data by default. */
  rangeY?: readonly [number, number];
  /** The position that the read-out shows without a cursor; the last by default. */
  defaultIndex?: number;
  /** Space before the first and after the last position, in positions. */
  padX?: number;
};

/** The rows of the read-out and the table. */
export function readingsOf(shape: ChartShape): readonly ChartReading[] {
  return shape.readings ?? shape.series;
}

/** One position in words: "Feb 6, 2026: Close 129.40, 20-day average 128.10". */
export function readOut(shape: ChartShape, index: number): string {
  const values = readingsOf(shape).flatMap(({ label, values: all, format }) => {
    const value = all[index];
    return value == null ? [] : [`${label} ${format(value)}`];
  });
  return `${shape.xLabels[index] ?? ""}: ${values.join(", ") || "no data"}`;
}

/** At most `most` of the items, evenly spaced, always with the last one. */
export function evenlySpaced<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, most)));
  return items.filter((_, i) => (items.length - 1 - i) % step === 0);
}
