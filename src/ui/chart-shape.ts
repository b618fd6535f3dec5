import type { Color } from "./tokens.ts";

type ChartReading = {
  label: string;
  values: readonly (number | null)[];
  format: (value: number) => string;
  color?: Color;
  isHollow?: boolean;
};

export type ChartSeries = ChartReading & {
  color: Color;
  kind: "line" | "bars" | "dots";
  isDashed?: boolean;
  isFilled?: boolean;
  isAtBottom?: boolean;
  stemsFrom?: readonly (number | null)[];
};

export type ChartGuide = { label: string; color: Color } & ({ y: number } | { x: number });

export type ChartShape = {
  x: readonly number[];
  /** Labels such as "Feb 6, 2026" for the read-out and the table. */
  xLabels: readonly string[];
  xTicks: (most: number) => { at: number; label: string }[];
  series: readonly ChartSeries[];
  readings?: readonly ChartReading[];
  guides?: readonly ChartGuide[];
  formatY: (value: number) => string;
  rangeY?: readonly [number, number];
  defaultIndex?: number;
  padX?: number;
};

export function readOutSeriesOf(shape: ChartShape): readonly ChartReading[] {
  return shape.readings ?? shape.series;
}

/** Formats as "Feb 6, 2026: Close 129.40, 20-day average 128.10". */
export function readOut(shape: ChartShape, index: number): string {
  const values = readOutSeriesOf(shape).flatMap(({ label, values: all, format }) => {
    const value = all[index];
    return value == null ? [] : [`${label} ${format(value)}`];
  });
  return `${shape.xLabels[index] ?? ""}: ${values.join(", ") || "no data"}`;
}

export function evenlySpaced<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, most)));
  return items.filter((_, i) => (items.length - 1 - i) % step === 0);
}
