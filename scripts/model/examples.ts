import { isForeign } from "#analysis/earnings.ts";
import { featureNames, featuresOf } from "#analysis/model/features.ts";
import { type ForecastInput, isBeat, NO_CONTEXT, type PastQuarter } from "#analysis/model/history.ts";
import { sectorOf } from "#analysis/model/sector.ts";
import { FORTY_QUARTERS, FOUR_QUARTERS, type View } from "#analysis/model/view.ts";
import type { EarningsEvent } from "./events.ts";
import { MarketRecord } from "./market-record.ts";

/** Feature rows of events, one after the other, with what then happened. */
export type Examples = {
  n: number;
  /** Row-major, `width` numbers a row, NaN where a value is missing. */
  rows: Float64Array;
  width: number;
  labels: Uint8Array;
  events: EarningsEvent[];
};

/** How much of a history the features may see. */
type Depth = {
  /** Newest quarters of a company's own history; a live source gives four. */
  quarters: number;
  /** Whether the whole market's reports are known. */
  hasContext: boolean;
  /** Whether the days of past reports are known; a live source gives the quarters' ends. */
  hasPastDays: boolean;
  /** Whether the day of the coming report is known. */
  hasReportDay: boolean;
};

export const FULL_DEPTH: Depth = {
  quarters: Number.POSITIVE_INFINITY,
  hasContext: true,
  hasPastDays: true,
  hasReportDay: true,
};

/** What each view sees. In the poorest one every other coming day is known, by the event's number among the wanted. */
export const depthOfView: Record<View, Depth | ((row: number) => Depth)> = {
  full: FULL_DEPTH,
  forty: { ...FULL_DEPTH, quarters: FORTY_QUARTERS, hasContext: false },
  four_context: { ...FULL_DEPTH, quarters: FOUR_QUARTERS },
  four: (row) => ({
    quarters: FOUR_QUARTERS,
    hasContext: false,
    hasPastDays: false,
    hasReportDay: row % 2 === 0,
  }),
};

/** An event with all that was known of it the day before. */
type Occasion = { event: EarningsEvent; input: ForecastInput };

/**
 * What was known before each wanted event, of its own family alone, day by day; a day's outcomes are added after it.
 * `events` sorted by day. `past` grows on later days: read it at once.
 */
export function* occasionsOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean,
): Generator<Occasion> {
  const past = new Map<string, PastQuarter[]>();
  const markets = new Map<string, MarketRecord>();
  for (let from = 0; from < events.length; ) {
    const day = events[from]?.reportDate ?? "";
    let to = from;
    while (events[to]?.reportDate === day) to++;
    const today = events.slice(from, to);
    for (const event of today) {
      if (!isWanted(event)) continue;
      const sector = event.sector ?? event.industry;
      const input: ForecastInput = {
        past: past.get(keyOf(event)) ?? [],
        isHistoryMissing: false,
        upcoming: { reportDate: day, isDayKnown: true, epsEstimate: event.epsEstimate },
        isForeign: isForeign(event.country),
        sector,
        family: event.family,
        context: markets.get(event.family)?.contextAt(day, sectorOf(sector)) ?? NO_CONTEXT,
        asOf: day,
      };
      yield { event, input };
    }
    for (const event of today) {
      const { epsEstimate, epsActual, family } = event;
      const own = past.get(keyOf(event)) ?? [];
      own.push({ reportDate: day, isDayKnown: true, epsEstimate, epsActual });
      past.set(keyOf(event), own);
      const market = markets.get(family) ?? new MarketRecord();
      market.add(day, sectorOf(event.sector ?? event.industry), isBeat(epsActual, epsEstimate));
      markets.set(family, market);
    }
    from = to;
  }
}

function keyOf({ symbol, family }: EarningsEvent): string {
  return `${family} ${symbol}`;
}

/** What a source of this depth lets through of an input. */
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

/** The features of every wanted event at several depths, in order of time, from earlier days' events alone. */
export function examplesAt(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean,
  depths: readonly (Depth | ((row: number) => Depth))[],
): Examples[] {
  const width = featureNames.length;
  const wanted = events.filter(isWanted);
  const labels = Uint8Array.from(wanted, ({ epsActual, epsEstimate }) =>
    Number(isBeat(epsActual, epsEstimate)),
  );
  const all = depths.map(() => new Float64Array(wanted.length * width));
  let row = 0;
  for (const { input } of occasionsOf(events, isWanted)) {
    depths.forEach((depth, i) => {
      const seen = seenAt(input, typeof depth === "function" ? depth(row) : depth);
      all[i]?.set(featuresOf(seen), row * width);
    });
    row++;
  }
  return all.map((rows) => ({ n: wanted.length, rows, width, labels, events: wanted }));
}

/** The same at one depth. */
export function examplesOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean = () => true,
  depth: Depth | ((row: number) => Depth) = FULL_DEPTH,
): Examples {
  return examplesAt(events, isWanted, [depth])[0] as Examples;
}
