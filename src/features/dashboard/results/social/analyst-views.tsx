import { useMemo, useState } from "react";
import type { EstimateRevisions, RatingDistribution, SocialSentiment } from "#contract/social.ts";
import { counted, fixed, perShare, signed } from "#lib/numbers.ts";
import { Chart } from "#ui/chart.tsx";
import { type ChartShape, evenlySpaced } from "#ui/chart-shape.ts";
import { Progress } from "#ui/progress.tsx";

type Targets = NonNullable<NonNullable<SocialSentiment["analyst_ratings"]>["price_targets"]>;
type PriceTargetsProps = { targets: Targets; price: number | null; currency: string | null };

export function PriceTargets({ targets, price, currency }: PriceTargetsProps) {
  const { low, average, high } = targets;
  const ends = [low, high, ...(price === null ? [] : [price])];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const position = (value: number) => (to > from ? (100 * (value - from)) / (to - from) : 50);
  const distance = price === null ? null : 100 * (average / price - 1);
  const text = `Average ${perShare(average, currency)}, from ${perShare(low, currency)} to ${perShare(high, currency)}`;
  return (
    <section aria-labelledby="targets" className="text-sm">
      <h3 id="targets" className="mb-2 font-semibold">
        Price targets
      </h3>
      <p className="figures">
        {text}
        {distance !== null && (
          <span className="text-muted">
            ; {signed(distance, 1)}% from the price of {perShare(price, currency)}
          </span>
        )}
      </p>
      <div aria-hidden="true" className="relative mx-1.5 mt-5 h-2 rounded-full bg-sunken">
        <span
          className="absolute inset-y-0 rounded-full bg-primary-soft"
          style={{ left: `${position(low)}%`, width: `${position(high) - position(low)}%` }}
        />
        <span
          className="absolute top-1/2 size-3.5 -translate-1/2 rounded-full border-2 border-surface bg-primary"
          style={{ left: `${position(average)}%` }}
        />
        {price !== null && (
          <span className="absolute -inset-y-1.5 w-0.5 bg-ink" style={{ left: `${position(price)}%` }} />
        )}
      </div>
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-muted figures">
        <span>{fixed(from)}</span>
        <span>dot: average target{price === null ? "" : ", line: price"}</span>
        <span>{fixed(to)}</span>
      </p>
    </section>
  );
}

const names = [
  ["Strong buy", "strongBuy", "positive-solid"],
  ["Buy", "buy", "positive-solid"],
  ["Hold", "hold", "edge"],
  ["Sell", "sell", "negative-solid"],
  ["Strong sell", "strongSell", "negative-solid"],
] as const;

export function RatingBars({ ratings }: { ratings: RatingDistribution }) {
  const total = Object.values(ratings).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-labelledby="ratings">
      <h3 id="ratings" className="mb-2 text-sm font-semibold">
        Rating distribution
      </h3>
      <ul className="flex flex-col gap-2 text-sm">
        {names.map(([name, field, fill]) => (
          <li key={field} className="grid grid-cols-[6rem_1fr_2rem] items-center gap-2">
            <span className="text-muted">{name}</span>
            <Progress
              label={name}
              value={ratings[field]}
              max={total}
              valueText={`${ratings[field]} of ${counted(total, "analyst")}`}
              fill={fill}
            />
            <span className="text-right figures">{ratings[field]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RevisionsChartProps = { revisions: EstimateRevisions; currency: string | null };

/** Draws the consensus over the last 90 days. Shows nothing with fewer than two points. */
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
          In 30 days {counted(revisions.upLast30, "analyst")} raised the estimate and {revisions.downLast30}{" "}
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
  const consensus = { label: "Consensus", values, color: "chart-1", format: eps } as const;
  return {
    x,
    xLabels: names,
    xTicks: (most) =>
      evenlySpaced(
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

function around(values: readonly (number | null)[]): readonly [number, number] {
  const knownValues = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...knownValues), Math.max(...knownValues)];
  const margin = Math.max(0.2 * (high - low), 0.005 * Math.abs(high), 0.001);
  return [low - margin, high + margin];
}
