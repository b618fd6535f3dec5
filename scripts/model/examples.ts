import { featureNames, featuresOf } from "#model/features.ts";
import { forecastInputOf } from "#model/forecast-input.ts";
import { type ForecastInput, isBeat, NO_CONTEXT, type PastQuarter } from "#model/history.ts";
import { sectorOf } from "#model/sector.ts";
import { type FeatureTier, FREE_SOURCE_QUARTERS, PAID_SOURCE_QUARTERS } from "#model/weights.ts";
import { lockDayOf } from "#season/upcoming/lock-times.ts";
import type { EarningsEvent } from "./events.ts";
import { MarketRecord } from "./market-record.ts";

export type Examples = {
  n: number;
  /** Row by row, with NaN for missing values. */
  rows: Float64Array;
  width: number;
  labels: Uint8Array;
  events: EarningsEvent[];
};

type Depth = {
  /** A live source provides four quarters. */
  quarters: number;
  hasContext: boolean;
  /** A live source provides only quarter ends. */
  hasPastDays: boolean;
  hasReportDay: boolean;
};

export const FULL_DEPTH: Depth = {
  quarters: Number.POSITIVE_INFINITY,
  hasContext: true,
  hasPastDays: true,
  hasReportDay: true,
};

/** The poorest feature tier knows every other upcoming day. */
export const depthOfTier: Record<FeatureTier, Depth | ((row: number) => Depth)> = {
  full: FULL_DEPTH,
  forty_quarters: { ...FULL_DEPTH, quarters: PAID_SOURCE_QUARTERS, hasContext: false },
  four_quarters_with_context: { ...FULL_DEPTH, quarters: FREE_SOURCE_QUARTERS },
  four_quarters: (row) => ({
    quarters: FREE_SOURCE_QUARTERS,
    hasContext: false,
    hasPastDays: false,
    hasReportDay: row % 2 === 0,
  }),
};

type Occasion = { event: EarningsEvent; input: ForecastInput };

/**
 * Yields events by family, in the order of their locks. `events` are sorted by day, and a yielded `past` does not
 * change.
 */
export function* occasionsOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean,
): Generator<Occasion> {
  const past = new Map<string, PastQuarter[]>();
  const markets = new Map<string, MarketRecord>();
  let next = 0;
  for (const { event, lockDay } of byLockDay(events.filter(isWanted))) {
    for (let known = events[next]; known && known.reportDate < lockDay; known = events[++next]) {
      const { family, sector, industry, reportDate, epsEstimate, epsActual } = known;
      const own = past.get(keyOf(known)) ?? [];
      own.push({ reportDate, isDayKnown: true, epsEstimate, epsActual });
      past.set(keyOf(known), own);
      const market = markets.get(family) ?? new MarketRecord();
      market.add(reportDate, sectorOf(sector ?? industry), isBeat(epsActual, epsEstimate));
      markets.set(family, market);
    }
    const { reportDate, epsEstimate, family, trend, revisions } = event;
    const own = past.get(keyOf(event)) ?? [];
    const input = forecastInputOf({
      past: own,
      // Files of single seasons hide earlier reports.
      isHistoryMissing: own.length === 0 && event.coverage === "seasons",
      upcoming: { reportDate, isDayKnown: true, epsEstimate },
      company: event,
      family,
      contextOf: (subject) =>
        markets.get(subject.family)?.contextAt(lockDay, sectorOf(subject.sector)) ?? NO_CONTEXT,
      trend,
      revisions,
      asOf: lockDay,
    });
    yield { event, input };
  }
}

export function byLockDay(events: readonly EarningsEvent[]): { event: EarningsEvent; lockDay: string }[] {
  return events
    .map((event) => ({ event, lockDay: lockDayOf(event) }))
    .sort((a, b) => (a.lockDay < b.lockDay ? -1 : a.lockDay > b.lockDay ? 1 : 0));
}

function keyOf({ symbol, family }: EarningsEvent): string {
  return `${family} ${symbol}`;
}

export function seenAt(input: ForecastInput, depth: Depth): ForecastInput {
  const { quarters, hasContext, hasPastDays, hasReportDay } = depth;
  const own = input.past.slice(-quarters);
  return {
    ...input,
    past: hasPastDays ? own : own.map((quarter) => ({ ...quarter, isDayKnown: false })),
    upcoming: { ...input.upcoming, isDayKnown: hasReportDay },
    context: hasContext ? input.context : NO_CONTEXT,
  };
}

/** In the order of the locks. */
export function examplesAt(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean,
  depths: readonly (Depth | ((row: number) => Depth))[],
  width = featureNames.length,
): Examples[] {
  const asked: EarningsEvent[] = [];
  const n = events.filter(isWanted).length;
  const all = depths.map(() => new Float64Array(n * width));
  for (const { event, input } of occasionsOf(events, isWanted)) {
    const row = asked.push(event) - 1;
    depths.forEach((depth, i) => {
      const seen = seenAt(input, typeof depth === "function" ? depth(row) : depth);
      all[i]?.set(featuresOf(seen, width), row * width);
    });
  }
  const labels = Uint8Array.from(asked, ({ epsActual, epsEstimate }) =>
    Number(isBeat(epsActual, epsEstimate)),
  );
  return all.map((rows) => ({ n, rows, width, labels, events: asked }));
}

export function examplesOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean = () => true,
  depth: Depth | ((row: number) => Depth) = FULL_DEPTH,
): Examples {
  return examplesAt(events, isWanted, [depth])[0] as Examples;
}
