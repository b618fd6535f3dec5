import { useMemo, useState } from "react";
import type { TradeStrategy } from "#contract/strategy.ts";
import { fixed, number, perShare, signed } from "#lib/numbers.ts";
import { Chart } from "#ui/chart.tsx";
import type { ChartGuide, ChartShape } from "#ui/chart-shape.ts";

type PayoffChartProps = { example: TradeStrategy; currency: string | null; spot: number | null };

export function PayoffChart({ example, currency, spot }: PayoffChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const shape = useMemo(() => payoffShape(example, spot), [example, spot]);
  const gain = example.isMaxGainUnlimited ? "without limit" : perShare(example.maxGain, currency);
  return (
    <Chart
      title={`Profit per share at expiry${currency ? `, ${currency}` : ""}`}
      summary={`${example.strategy}: a loss of at most ${perShare(example.maxLoss, currency)} and a gain of at most ${gain} a share; it breaks even at ${example.breakevens.map((price) => perShare(price, currency)).join(" and ")}.`}
      positionName="Share price"
      shape={shape}
      height={220}
      index={index}
      onIndex={setIndex}
    />
  );
}

function payoffShape(example: TradeStrategy, spot: number | null): ChartShape {
  const { breakevens } = example;
  const points = withBreakevens(example);
  const x = points.map((point) => point.price);
  const profits = points.map((point) => point.profit);
  const [from, to] = [x[0] ?? 0, x.at(-1) ?? 1];
  const guides: ChartGuide[] = [
    { y: 0, label: "", color: "edge" },
    ...breakevens.map((price) => ({ x: price, label: number(price, 1), color: "signal" as const })),
    ...(spot !== null && spot > from && spot < to
      ? [{ x: spot, label: "now", color: "muted" as const }]
      : []),
  ];
  const side = (color: "positive-solid" | "negative-solid", matches: (profit: number) => boolean) => ({
    label: "Profit",
    values: profits.map((profit) => (matches(profit) ? profit : null)),
    color,
    kind: "line" as const,
    isFilled: true,
    format: money,
  });
  return {
    x,
    xLabels: x.map((price) => `Share at ${fixed(price)}`),
    xTicks: (most) => roundTicks(from, to, most),
    formatY: (value) => number(value, 1),
    series: [
      side("positive-solid", (profit) => profit >= 0),
      side("negative-solid", (profit) => profit <= 0),
    ],
    readings: [{ label: "Profit", values: profits, format: money }],
    guides,
    ...(spot === null ? {} : { defaultIndex: nearestTo(spot, x) }),
  };
}

/** Returns the payoff with its breakeven points inserted, so that the areas of gain and loss meet at zero. */
function withBreakevens({ payoff, breakevens }: TradeStrategy): TradeStrategy["payoff"] {
  const crossings = breakevens.map((price) => ({ price, profit: 0 }));
  const otherPoints = payoff.filter((point) => !breakevens.includes(point.price));
  return [...otherPoints, ...crossings].sort((a, b) => a.price - b.price);
}

function nearestTo(price: number, x: readonly number[]): number {
  return x.reduce((best, at, i) => (Math.abs(at - price) < Math.abs((x[best] ?? at) - price) ? i : best), 0);
}

const money = (value: number) => signed(value, 2);

/** Returns the axis ticks between the bounds, at most about `most`, in steps of 1, 2 or 5 times a power of ten. */
function roundTicks(from: number, to: number, most: number) {
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const at = (first + i) * step;
    return { at, label: number(at) };
  });
}
