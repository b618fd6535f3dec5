import { dottedClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { storeAndComplete } from "./complete.ts";
import { isSameQuarter } from "./same-report.ts";
import { reportsOf, type SeasonStore } from "./store.ts";

/** The market as the store completes it: what it says of a company is stored, then read back with all that is known. */
export function withStore(market: MarketData, store: SeasonStore): MarketData {
  return {
    ...market,
    company: async (symbol, now) => storeAndComplete(store, await market.company(symbol, now), now),
  };
}

/** What was reported for a quarter, by whom and on which day, as settlement takes it. */
type StoredFigure = {
  source: string;
  eps: number;
  reportDate: string | null;
  estimate: number | null;
};

/** The figure of a quarter that one of the sources gave already, so that nobody is asked for it; never an imported file's. */
export async function storedFigure(
  store: SeasonStore,
  sources: readonly string[],
  { symbol, fiscalQuarterEnd, now }: { symbol: string; fiscalQuarterEnd: string; now: Date },
): Promise<StoredFigure | null> {
  const reports = await reportsOf(store, dottedClass(symbol));
  const report = reports.find((one) => isSameQuarter(one.fiscalQuarterEnd, fiscalQuarterEnd));
  if (!report || report.reportedEps === null || report.isImported) return null;
  if (!sources.includes(report.source) || report.reportDate > easternDay(now)) return null;
  const { source, reportedEps: eps, consensusEps: estimate, isDayKnown, reportDate } = report;
  return { source, eps, estimate, reportDate: isDayKnown ? reportDate : null };
}
