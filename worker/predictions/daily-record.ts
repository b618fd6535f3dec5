import type { Analysis } from "#contract/analysis.ts";
import { continueDailyRun } from "#db/daily-run.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { AppError } from "#worker/errors.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";
import { putOnRecord, type RecordDeps } from "./record.ts";
import { recordScope } from "./scope.ts";
import { isStored, recordKey } from "./store.ts";

type DailyRecordDeps = RecordDeps & {
  market: MarketData;
  /** One analysis, shared with users who ask at the same time. */
  analyse: (symbol: string) => Promise<Analysis>;
  /** Called for a company that could not be predicted this time. */
  onFailure: (symbol: string, error: unknown) => void;
};

/** A company is predicted once its report is at most this far ahead: three missed days lose none. */
const HORIZON_DAYS = 7;
/** Companies looked at in one go: about two questions each, within the subrequests of one invocation. */
const COMPANIES_AT_ONCE = 40;

/**
 * Puts the next batch of companies that report within the horizon on record; true when the day's list is through. Unique
 * by scope and request, so it may be repeated, run twice at once, or die at any point.
 */
export async function continueDailyRecord(deps: DailyRecordDeps): Promise<boolean> {
  const { db, ledgerId, universe, marketNow, onFailure } = deps;
  const day = isoDay(marketNow());
  const run = { job: `record ${ledgerId}`, day, universe, atOnce: COMPANIES_AT_ONCE, onFailure };
  return continueDailyRun(db, run, (symbol) => predictOne(deps, symbol));
}

async function predictOne(deps: DailyRecordDeps, symbol: string): Promise<void> {
  const requestKey = await reportAhead(deps, symbol);
  if (!requestKey || (await isStored(deps.db, recordScope(deps.ledgerId), requestKey))) return;
  const analysis = await deps.analyse(symbol);
  // The source may have moved on to the next quarter since it was asked.
  if (recordKey(symbol, analysis.earningsData.fiscalQuarterEnd ?? "") !== requestKey) return;
  if (!analysis.prediction.isLocked) return;
  await putOnRecord(deps, { owner: { kind: "record" }, requestKey, analysis });
}

/** Names the report that lies within the horizon, or null. */
async function reportAhead({ market, marketNow }: DailyRecordDeps, symbol: string): Promise<string | null> {
  const now = marketNow();
  const { estimate, reportDate } = await market.company(symbol, now);
  if (estimate.state === "missing" || reportDate.state === "missing") return null;
  const { fiscalQuarterEnd } = estimate.data;
  const ahead = Date.parse(reportDate.data.from) - now.getTime();
  const isNear = ahead > 0 && ahead <= HORIZON_DAYS * DAY_MS;
  return isNear && fiscalQuarterEnd ? recordKey(symbol, fiscalQuarterEnd) : null;
}

/** A source that is busy or lacks a company is no failure of ours: the company's turn comes again tomorrow. */
export function isOrdinary(error: unknown): boolean {
  return error instanceof MarketError || error instanceof AppError;
}
