import type { EarningsData } from "#contract/analysis.ts";
import { calendarQuarter } from "#lib/dates.ts";
import { amountShort, fixed, signed } from "#lib/numbers.ts";
import { type ChartSeries, type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";

export type HistoryMetric = "eps" | "revenue";

/** `reported` is null for the upcoming quarter. */
type HistoryPoint = {
  end: string;
  estimate: number | null;
  reported: number | null;
  surprise: number | null;
  surprisePercent: number | null;
};

const DRAWN = 20;

/** Returns the reported quarters, oldest first. */
export function reportedPoints(
  { history }: Pick<EarningsData, "history">,
  metric: HistoryMetric,
): HistoryPoint[] {
  return history
    .toSorted((a, b) => a.fiscalQuarterEnd.localeCompare(b.fiscalQuarterEnd))
    .map(({ fiscalQuarterEnd: end, revenue, ...eps }): HistoryPoint => {
      if (metric === "eps") return { ...eps, end, reported: eps.actual };
      const { consensus, reported, surprisePercent } = revenue;
      const surprise = consensus === null || reported === null ? null : reported - consensus;
      return { end, estimate: consensus, reported, surprise, surprisePercent };
    })
    .filter(({ reported }) => reported !== null)
    .slice(-DRAWN);
}

const formats: Record<HistoryMetric, (value: number) => string> = {
  eps: (value) => fixed(value),
  revenue: (value) => amountShort(value, null),
};

/** Returns the chart of past quarters and the upcoming one. */
export function historyShape(
  reported: readonly HistoryPoint[],
  earnings: Pick<EarningsData, "fiscalQuarterEnd" | "analystConsensus" | "revenueConsensus">,
  metric: HistoryMetric,
): ChartShape {
  const format = formats[metric];
  const end = earnings.fiscalQuarterEnd;
  const ahead = metric === "eps" ? earnings.analystConsensus : earnings.revenueConsensus;
  const hasNext = end !== null && ahead !== null && !reported.some((point) => point.end === end);
  const next = { estimate: ahead, reported: null, surprise: null, surprisePercent: null };
  const points: HistoryPoint[] = [...reported, ...(hasNext ? [{ ...next, end }] : [])];
  const estimates = points.map(({ estimate }) => estimate);
  const estimate: ChartSeries = {
    label: "Estimate",
    values: estimates,
    color: "edge",
    kind: "dots",
    isHollow: true,
    format,
  };
  const ofSurprise = (
    color: ChartSeries["color"],
    matches: (surprise: number | null) => boolean,
  ): ChartSeries => ({
    label: "Reported",
    color,
    kind: "dots",
    values: points.map((point) => (matches(point.surprise) ? point.reported : null)),
    stemsFrom: estimates,
    format,
  });
  const names = points.map((point) => calendarQuarter(point.end));
  return {
    x: points.map((_, i) => i),
    xLabels: names.map((name, i) => (hasNext && i === points.length - 1 ? `${name}, to come` : name)),
    xTicks: (most) =>
      evenlySpaced(
        names.map((label, at) => ({ at, label })),
        most,
      ),
    padX: 0.6,
    defaultIndex: reported.length - 1,
    formatY: format,
    series: [
      estimate,
      ofSurprise("positive-solid", (surprise) => surprise !== null && surprise > 0),
      ofSurprise("negative-solid", (surprise) => surprise !== null && surprise < 0),
      ofSurprise("muted", (surprise) => surprise === null || surprise === 0),
    ],
    readings: [
      estimate,
      { label: "Reported", values: points.map((point) => point.reported), format },
      {
        label: "Surprise",
        values: points.map((point) => point.surprisePercent),
        format: (value) => `${signed(value, 1)}%`,
      },
    ],
  };
}
