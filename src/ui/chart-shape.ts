import type { Colour } from "./tokens.ts";

/** Values that are read out and stand in the table. */
export type ChartReading = {
  label: string;
  /** As many as the chart has positions; null where there is none. */
  values: readonly (number | null)[];
  /** How a value is read out and written into the table. */
  format: (value: number) => string;
  /** Colour of the mark beside its name; none for what is not drawn as one line. */
  colour?: Colour;
  isHollow?: boolean;
};

/** One line, row of bars or row of dots of a chart. */
export type ChartSeries = ChartReading & {
  colour: Colour;
  kind: "line" | "bars" | "dots";
  isDashed?: boolean;
  /** Lines only: fills the space between the line and zero. */
  isFilled?: boolean;
  /** Stands at the foot of the chart on a scale of its own, without an axis (volume under a price). */
  isAtFoot?: boolean;
  /** Dots only: draws a stem from these values to the dots. */
  stemsFrom?: readonly (number | null)[];
};

/** A straight line across the chart with its name: a level when it has a `y`, a mark on the axis below when an `x`. */
export type ChartGuide = { label: string; colour: Colour } & ({ y: number } | { x: number });

/** What a chart draws. */
export type ChartShape = {
  /** Positions from left to right, ascending. */
  x: readonly number[];
  /** The name of each position ("Feb 6, 2026"), as read out and written into the table. */
  xLabels: readonly string[];
  /** Labels under the chart, at most about this many. */
  xTicks: (most: number) => { at: number; label: string }[];
  series: readonly ChartSeries[];
  /** What is told of each position; the series themselves unless given. */
  readings?: readonly ChartReading[];
  guides?: readonly ChartGuide[];
  /** Labels at the left. */
  formatY: (value: number) => string;
  /** Ends of the vertical scale; from the data unless told. */
  rangeY?: readonly [number, number];
  /** The position that is told while no cursor stands anywhere; the last unless given. */
  restIndex?: number;
  /** Space left of the first and right of the last position, in positions. */
  padX?: number;
};

/** What is told of each position. */
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

/** At most `most` of the items, evenly spaced and with the last one. */
export function thinned<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, most)));
  return items.filter((_, i) => (items.length - 1 - i) % step === 0);
}
