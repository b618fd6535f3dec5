import { DAY_MS, easternDay, isoDay } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";

type AroundToday = {
  /** Reported since the Monday of last week. */
  reported: string[];
  /** Within the calendar's span. */
  coming: string[];
};

const DAYS_BACK = 8;
const DAYS_AHEAD = 10;
const MAX_REPORTED = 16;

/** Past reports latest first, coming ones by market value. */
export async function companiesAroundToday(
  market: Pick<MarketData, "reports" | "companies" | "exchanges">,
  now: Date,
): Promise<AroundToday> {
  const dayAt = (days: number) => isoDay(new Date(Date.parse(easternDay(now)) + days * DAY_MS));
  const [reports, listed] = await Promise.all([
    market.reports(dayAt(-DAYS_BACK), dayAt(DAYS_AHEAD), now),
    market.companies(market.exchanges[0] ?? "", now),
  ]);
  if (reports.state === "missing" || listed.state === "missing") return { reported: [], coming: [] };
  const values = new Map(listed.data.map(({ symbol, marketCap }) => [symbol, marketCap ?? 0]));
  const bySize = reports.data
    .filter(({ consensusEps }) => consensusEps !== null)
    .toSorted((one, other) => (values.get(other.symbol) ?? 0) - (values.get(one.symbol) ?? 0));
  const symbolsOf = (found: typeof bySize) => found.map(({ symbol }) => symbol);
  const out = bySize
    .filter(({ reportedEps }) => reportedEps !== null)
    .toSorted((one, other) => (one.reportDate > other.reportDate ? -1 : 1));
  return {
    reported: symbolsOf(out.slice(0, MAX_REPORTED)),
    coming: symbolsOf(bySize.filter(({ reportedEps }) => reportedEps === null)),
  };
}
