import { isForeign } from "#analysis/earnings.ts";
import { featureNames, featuresOf } from "#analysis/model/features.ts";
import { isBeat, NO_CONTEXT, type PastQuarter } from "#analysis/model/history.ts";
import { type Counts, contextDays, contextOf } from "#season/market-context.ts";
import { DAY_MS } from "#worker/time.ts";
import type { EarningsEvent } from "./events.ts";

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
export type Depth = {
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

/**
 * Computes the features of every event from earlier days' events alone: a whole day is computed before any of its
 * outcomes is added to the past. `events` sorted by day; only events for which `isWanted` holds get a row.
 */
export function examplesOf(
  events: readonly EarningsEvent[],
  isWanted: (event: EarningsEvent) => boolean = () => true,
  depth: Depth | ((row: number) => Depth) = FULL_DEPTH,
): Examples {
  const width = featureNames.length;
  const wanted = events.filter(isWanted);
  const rows = new Float64Array(wanted.length * width);
  const labels = new Uint8Array(wanted.length);
  const past = new Map<string, PastQuarter[]>();
  const market = new RecentReports(contextDays.market);
  const month = new RecentReports(contextDays.month);
  const industries = new GroupedReports(contextDays.industry);
  const season = new GroupedReports(contextDays.peers);
  let row = 0;

  for (let from = 0; from < events.length; ) {
    const day = events[from]?.reportDate ?? "";
    let to = from;
    while (events[to]?.reportDate === day) to++;
    const today = events.slice(from, to);
    for (const event of today) {
      if (!isWanted(event)) continue;
      const { quarters, hasContext, hasPastDays, hasReportDay } =
        typeof depth === "function" ? depth(row) : depth;
      const { industry } = event;
      const context = hasContext
        ? contextOf({
            market: market.countsAt(day),
            month: month.countsAt(day),
            industry: industry ? industries.countsAt(industry, day) : null,
            peers: industry ? season.countsAt(industry, day) : null,
          })
        : NO_CONTEXT;
      const own = (past.get(event.symbol) ?? []).slice(-quarters);
      const features = featuresOf({
        past: hasPastDays ? own : own.map((quarter) => ({ ...quarter, isDayKnown: false })),
        upcoming: { reportDate: day, isDayKnown: hasReportDay, epsEstimate: event.epsEstimate },
        isForeign: isForeign(event.country),
        context,
        asOf: day,
      });
      rows.set(features, row * width);
      labels[row] = Number(isBeat(event.epsActual, event.epsEstimate));
      row++;
    }
    for (const event of today) {
      const hit = isBeat(event.epsActual, event.epsEstimate);
      const own = past.get(event.symbol) ?? [];
      own.push({
        reportDate: day,
        isDayKnown: true,
        epsEstimate: event.epsEstimate,
        epsActual: event.epsActual,
      });
      past.set(event.symbol, own);
      market.add(day, hit);
      month.add(day, hit);
      if (event.industry) {
        industries.add(event.industry, day, hit);
        season.add(event.industry, day, hit);
      }
    }
    from = to;
  }
  return { n: wanted.length, rows, width, labels, events: wanted };
}

/** Counts the reports of the last days, as they were known on a day. */
class RecentReports {
  readonly #days: number;
  #reports: { at: number; isBeat: boolean }[] = [];
  #start = 0;
  #beats = 0;

  constructor(days: number) {
    this.#days = days;
  }

  add(day: string, isBeat: boolean): void {
    this.#reports.push({ at: Date.parse(day), isBeat });
    if (isBeat) this.#beats++;
  }

  countsAt(day: string): Counts {
    const oldest = Date.parse(day) - this.#days * DAY_MS;
    let first = this.#reports[this.#start];
    while (first && first.at < oldest) {
      if (first.isBeat) this.#beats--;
      this.#start++;
      first = this.#reports[this.#start];
    }
    return { beats: this.#beats, n: this.#reports.length - this.#start };
  }
}

class GroupedReports {
  readonly #days: number;
  readonly #groups = new Map<string, RecentReports>();

  constructor(days: number) {
    this.#days = days;
  }

  add(group: string, day: string, isBeat: boolean): void {
    const reports = this.#groups.get(group) ?? new RecentReports(this.#days);
    reports.add(day, isBeat);
    this.#groups.set(group, reports);
  }

  countsAt(group: string, day: string): Counts {
    return this.#groups.get(group)?.countsAt(day) ?? { beats: 0, n: 0 };
  }
}
