import type { Database } from "#db/client.ts";
import { continueDailyRun } from "#db/daily-run.ts";
import type { MarketData } from "#market/port.ts";
import { isoDay } from "#worker/time.ts";
import { archiveSignals } from "./archive.ts";

export type DailyArchiveDeps = {
  db: Database;
  ledgerId: string;
  universe: readonly string[];
  market: MarketData;
  now: () => Date;
  marketNow: () => Date;
  /** Called for a company that could not be asked about this time. */
  onFailure: (symbol: string, error: unknown) => void;
};

/** Companies asked about in one go, two questions each: a message of the queue. */
const COMPANIES_AT_ONCE = 15;

/**
 * Archives the signals of the next batch of companies. True when the day's list is done. Each company is stored once a
 * day, so a batch may be repeated, run twice at once, or stop anywhere.
 */
export async function continueDailyArchive(deps: DailyArchiveDeps): Promise<boolean> {
  const { db, ledgerId, universe, marketNow, onFailure } = deps;
  const day = isoDay(marketNow());
  const run = { job: `archive ${ledgerId}`, day, universe, atOnce: COMPANIES_AT_ONCE, onFailure };
  return continueDailyRun(db, run, (symbol) => archiveOne(deps, symbol));
}

async function archiveOne({ db, ledgerId, market, now, marketNow }: DailyArchiveDeps, symbol: string) {
  const at = marketNow();
  const [company, prices] = await Promise.all([market.company(symbol, at), market.prices(symbol, at)]);
  await archiveSignals(db, { ledgerId, now: now() }, { company, prices, now: at });
}
