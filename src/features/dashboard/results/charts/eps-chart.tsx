import { useMemo, useState } from "react";
import type { EarningsData, EpsQuarter } from "#contract/analysis.ts";
import { calendarQuarter } from "#lib/dates.ts";
import { counted, fixed, signed } from "#lib/numbers.ts";
import { Chart } from "#ui/chart.tsx";
import { type ChartSeries, type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";

const DRAWN = 20;

export function EpsChart({ earnings }: { earnings: EarningsData }) {
  const [index, setIndex] = useState<number | null>(null);
  const quarters = useMemo(() => oldestFirst(earnings.history).slice(-DRAWN), [earnings]);
  const shape = useMemo(() => epsShape(quarters, earnings), [quarters, earnings]);
  const known = quarters.filter((quarter) => quarter.surprise !== null);
  if (quarters.length === 0)
    return <p className="text-sm text-muted">This source has no reported quarters of the company.</p>;
  const beats = known.filter((quarter) => (quarter.surprise ?? 0) > 0).length;
  return (
    <div>
      <Chart
        title={`EPS${earnings.currency ? ` in ${earnings.currency}` : ""}, estimate against reported`}
        summary={`Of ${counted(known.length, "quarter")} with an estimate, ${beats} ${beats === 1 ? "was" : "were"} reported above it.`}
        positionName="Quarter to"
        shape={shape}
        height={240}
        index={index}
        onIndex={setIndex}
      />
      <p className="mt-1 text-xs text-muted">
        Ring: the estimate. Disc: what was reported, green above the estimate, red below.
      </p>
    </div>
  );
}

function oldestFirst(history: readonly EpsQuarter[]): EpsQuarter[] {
  return history.toSorted((a, b) => a.fiscalQuarterEnd.localeCompare(b.fiscalQuarterEnd));
}

function epsShape(quarters: readonly EpsQuarter[], earnings: EarningsData): ChartShape {
  const end = earnings.fiscalQuarterEnd;
  const hasNext = end !== null && !quarters.some((quarter) => quarter.fiscalQuarterEnd === end);
  const ends = [...quarters.map((quarter) => quarter.fiscalQuarterEnd), ...(hasNext ? [end] : [])];
  const estimates = [
    ...quarters.map((quarter) => quarter.estimate),
    ...(hasNext ? [earnings.analystConsensus] : []),
  ];
  const estimate: ChartSeries = {
    label: "Estimate",
    values: estimates,
    colour: "edge",
    kind: "dots",
    isHollow: true,
    format: eps,
  };
  const reported = (
    colour: ChartSeries["colour"],
    matches: (surprise: number | null) => boolean,
  ): ChartSeries => ({
    label: "Reported",
    colour,
    kind: "dots",
    values: ends.map((_, i) => {
      const quarter = quarters[i];
      return quarter && matches(quarter.surprise) ? quarter.actual : null;
    }),
    stemsFrom: estimates,
    format: eps,
  });
  const names = ends.map(calendarQuarter);
  return {
    x: ends.map((_, i) => i),
    xLabels: names.map((name, i) => (hasNext && i === ends.length - 1 ? `${name}, to come` : name)),
    xTicks: (most) =>
      evenlySpaced(
        names.map((label, at) => ({ at, label })),
        most,
      ),
    padX: 0.6,
    defaultIndex: quarters.length - 1,
    formatY: eps,
    series: [
      estimate,
      reported("positive-solid", (surprise) => surprise !== null && surprise > 0),
      reported("negative-solid", (surprise) => surprise !== null && surprise < 0),
      reported("muted", (surprise) => surprise === null || surprise === 0),
    ],
    readings: [
      estimate,
      { label: "Reported", values: ends.map((_, i) => quarters[i]?.actual ?? null), format: eps },
      {
        label: "Surprise",
        values: ends.map((_, i) => quarters[i]?.surprisePercent ?? null),
        format: (value) => `${signed(value, 1)}%`,
      },
    ],
  };
}

const eps = (value: number) => fixed(value);
