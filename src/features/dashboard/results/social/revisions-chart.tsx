import { useMemo, useState } from "react";
import type { EstimateRevisions } from "#contract/social.ts";
import { count } from "#lib/count.ts";
import { fixed } from "#lib/numbers.ts";
import { Chart } from "#ui/chart.tsx";
import { type ChartShape, thinned } from "#ui/chart-shape.ts";

type RevisionsChartProps = { revisions: EstimateRevisions; currency: string | null };

/** The consensus of the coming quarter over the last 90 days, and who moved it. Nothing with fewer than two points. */
export function RevisionsChart({ revisions, currency }: RevisionsChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const shape = useMemo(() => revisionsShape(revisions), [revisions]);
  const [first, last] = [shape.series[0]?.values[0], shape.series[0]?.values.at(-1)];
  if (shape.x.length < 2) return null;
  return (
    <div>
      <Chart
        title={`Consensus EPS${currency ? `, ${currency}` : ""}`}
        summary={`${shape.xLabels[0]} the consensus was ${fixed(first, 3)}, now it is ${fixed(last, 3)}.`}
        positionName="When"
        shape={shape}
        height={140}
        index={index}
        onIndex={setIndex}
      />
      {revisions.upLast30 !== null && revisions.downLast30 !== null && (
        <p className="mt-1 text-xs text-muted">
          In 30 days {count(revisions.upLast30, "analyst")} raised the estimate and {revisions.downLast30}{" "}
          lowered it.
        </p>
      )}
    </div>
  );
}

function revisionsShape(revisions: EstimateRevisions): ChartShape {
  const points = [
    { daysAgo: 90, value: revisions.daysAgo90 },
    { daysAgo: 60, value: revisions.daysAgo60 },
    { daysAgo: 30, value: revisions.daysAgo30 },
    { daysAgo: 7, value: revisions.daysAgo7 },
    { daysAgo: 0, value: revisions.current },
  ].filter((point) => point.value !== null);
  const x = points.map(({ daysAgo }) => -daysAgo);
  const names = points.map(({ daysAgo }) => (daysAgo === 0 ? "Now" : `${daysAgo} days ago`));
  const values = points.map(({ value }) => value);
  const consensus = { label: "Consensus", values, colour: "chart-1", format: eps } as const;
  return {
    x,
    xLabels: names,
    xTicks: (most) =>
      thinned(
        x.filter((at) => at !== -7).map((at) => ({ at, label: at === 0 ? "now" : `${at} d` })),
        most,
      ),
    padX: 4,
    rangeY: around(values),
    formatY: eps,
    series: [
      { ...consensus, kind: "line" },
      { ...consensus, kind: "dots" },
    ],
    readings: [consensus],
  };
}

const eps = (value: number) => fixed(value, 3);

/** Room above and below the values; a consensus that never moved is a line in the middle, not at an end. */
function around(values: readonly (number | null)[]): readonly [number, number] {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = Math.max(0.2 * (high - low), 0.005 * Math.abs(high), 0.001);
  return [low - room, high + room];
}
