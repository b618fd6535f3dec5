import type { LockEvidence } from "#contract/lock-evidence.ts";
import { addIsoDays } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { unreadDayRanges } from "#season/backfill.ts";
import type { SeasonStore } from "#season/store.ts";
import { readCurrent, readRange } from "#season/sync.ts";
import { refreshTrends } from "#season/trends.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";

type Play = {
  /** The ISO date from which the source's past reports are read first. */
  since: string;
  /** The ISO dates between which reports come, both inclusive. */
  from: string;
  to: string;
  market: MarketData;
  /** Called before each round, when the market's clock moves. */
  onClock: (now: Date) => Promise<void>;
};

/**
 * * Plays days of a season on a store, after the source's past. In two rounds an evening the source is read and
 * what is due is locked. Before the second round the day's figures arrive. Returns the first lock of each report.
 */
export async function playSeason(
  store: SeasonStore,
  { since, from, to, market, onClock }: Play,
): Promise<LockEvidence[]> {
  const before = new Date(`${addIsoDays(from, -1)}T00:17:00Z`);
  await onClock(before);
  const sync = (now: Date) => ({ store, market, marketNow: () => now });
  for (const range of await unreadDayRanges(store, since, before)) await readRange(sync(before), range);
  const locks = new Map<string, LockEvidence>();
  for (let day = addIsoDays(from, -1); day <= to; day = addIsoDays(day, 1)) {
    for (const time of ["20:17", "23:17"]) {
      const now = new Date(`${day}T${time}:00Z`);
      await onClock(now);
      await readCurrent(sync(now));
      await refreshTrends({ store, market, now });
      for (const lock of await dueLocks(store, "live", now)) {
        const key = `${lock.symbol} ${lock.fiscalQuarterEnd}`;
        if (!locks.has(key)) locks.set(key, lock);
      }
    }
  }
  return [...locks.values()];
}

/** Makes a source that lists reports and knows their figures from 22:00 UTC of their day. */
export function sourceOf(events: readonly EarningsEvent[]): MarketData {
  return {
    ...sampleMarket(),
    reports: async (from, to, now) => ({
      state: "live",
      source: "A source",
      url: null,
      asOf: now.toISOString(),
      data: events
        .filter(({ reportDate }) => reportDate >= from && reportDate <= to)
        .map(({ symbol, reportDate, epsEstimate, epsActual }) => {
          const isOut = `${reportDate}T22:00` <= now.toISOString();
          return {
            symbol,
            reportDate,
            name: null,
            sector: null,
            industry: null,
            country: null,
            fiscalQuarterEnd: null,
            session: null,
            isConfirmed: isOut,
            analystCount: null,
            consensusEps: epsEstimate,
            reportedEps: isOut ? epsActual : null,
          };
        }),
    }),
  };
}
