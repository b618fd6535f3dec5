import { and, asc, between, eq, isNotNull, min } from "drizzle-orm";
import { archiveRule, slateRule } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import type { Database } from "#platform/db/client.ts";
import { continueDailyRun } from "#platform/db/daily-run.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { archiveSignals } from "./archive.ts";

export type DailyArchiveDeps = {
  db: Database;
  ledgerId: string;
  universe: readonly string[];
  market: MarketData;
  now: () => Date;
  marketNow: () => Date;
  onFailure: (symbol: string, error: unknown) => void;
};

/** Two questions each. */
const COMPANIES_AT_ONCE = 15;

/** Companies with open predictions that report within the slate's days, next ones first. By `predictions_due`. */
export async function archivedSymbols(
  { db, ledgerId }: Pick<DailyArchiveDeps, "db" | "ledgerId">,
  now: Date,
): Promise<string[]> {
  const { symbol, dueAt, userId } = predictions;
  const last = new Date(now.getTime() + slateRule.daysAhead * DAY_MS);
  const rows = await db
    .select({ symbol })
    .from(predictions)
    .where(and(eq(predictions.ledgerId, ledgerId), between(dueAt, now, last), isNotNull(userId)))
    .groupBy(symbol)
    .orderBy(asc(min(dueAt)), asc(symbol))
    .limit(archiveRule.companiesADay);
  return rows.map((row) => row.symbol);
}

/**
 * True when the day's list is done. A company is stored once a day, so a batch may be repeated, run twice at once, or
 * stop anywhere.
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
