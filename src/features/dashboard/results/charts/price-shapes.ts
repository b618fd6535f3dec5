import type { PriceSeries } from "#contract/technical.ts";
import { calendarDayShort, calendarMonth } from "#lib/dates.ts";
import { compact, fixed, number } from "#lib/numbers.ts";
import { type ChartSeries, type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";

/** The RSI levels below and above which a share counts as oversold or overbought. The specification sets them. */
const OVERSOLD = 30;
const OVERBOUGHT = 70;

const money = (value: number) => fixed(value);

export function lastDays(series: PriceSeries, days: number): PriceSeries {
  return Object.fromEntries(
    Object.entries(series).map(([name, values]) => [name, values.slice(-days)]),
  ) as PriceSeries;
}

export function priceShape(series: PriceSeries): ChartShape {
  const average = (days: 20 | 50 | 200, color: ChartSeries["color"]): ChartSeries => ({
    label: `SMA ${days}`,
    values: series[`sma${days}`],
    color,
    kind: "line",
    isDashed: true,
    format: money,
  });
  const volume: ChartSeries = {
    label: "Volume",
    values: series.volume,
    color: "chart-grid",
    kind: "bars",
    isAtBottom: true,
    format: compact,
  };
  return {
    ...daysOf(series),
    formatY: (value) => number(value, value < 10 ? 2 : 0),
    series: [
      ...(hasAny(series.volume) ? [volume] : []),
      average(200, "chart-3"),
      average(50, "chart-2"),
      average(20, "chart-4"),
      { label: "Close", values: series.close, color: "chart-1", kind: "line", format: money },
    ],
  };
}

export function rsiShape(series: PriceSeries): ChartShape {
  return {
    ...daysOf(series),
    rangeY: [0, 100],
    formatY: (value) => number(value, 0),
    series: [
      {
        label: "RSI",
        values: series.rsi,
        color: "chart-1",
        kind: "line",
        format: (value) => fixed(value, 1),
      },
    ],
    guides: [
      { y: OVERBOUGHT, label: "overbought 70", color: "muted" },
      { y: OVERSOLD, label: "oversold 30", color: "muted" },
    ],
  };
}

export function macdShape(series: PriceSeries): ChartShape {
  const difference = series.macd.map((value, i) => {
    const signal = series.macdSignal[i];
    return value === null || signal == null ? null : value - signal;
  });
  const bars = (color: ChartSeries["color"], isShown: (value: number) => boolean): ChartSeries => ({
    label: "Histogram",
    values: difference.map((value) => (value !== null && isShown(value) ? value : null)),
    color,
    kind: "bars",
    format: money,
  });
  const lines: ChartSeries[] = [
    { label: "MACD", values: series.macd, color: "chart-1", kind: "line", format: money },
    {
      label: "Signal",
      values: series.macdSignal,
      color: "chart-2",
      kind: "line",
      isDashed: true,
      format: money,
    },
  ];
  return {
    ...daysOf(series),
    formatY: (value) => number(value, 1),
    series: [
      bars("positive-solid", (value) => value >= 0),
      bars("negative-solid", (value) => value < 0),
      ...lines,
    ],
    readings: [...lines, { label: "Histogram", values: difference, format: money }],
  };
}

export function hasAny(values: readonly (number | null)[]): boolean {
  return values.some((value) => value !== null);
}

function daysOf({ dates }: PriceSeries): Pick<ChartShape, "x" | "xLabels" | "xTicks"> {
  const firstOfMonth = dates.flatMap((date, i) =>
    i > 0 && date.slice(0, 7) !== dates[i - 1]?.slice(0, 7) ? [{ at: i, label: calendarMonth(date) }] : [],
  );
  const everyDay = dates.map((date, i) => ({ at: i, label: calendarDayShort(date) }));
  return {
    x: dates.map((_, i) => i),
    xLabels: dates.map(calendarDayShort),
    xTicks: (most) => evenlySpaced(firstOfMonth.length > 1 ? firstOfMonth : everyDay, most),
  };
}
