import { and, eq, sql } from "drizzle-orm";
import { addIsoDays } from "#contract/time.ts";
import {
  conformalWidthFrom,
  coveringFactorOf,
  type IntervalWidth,
  WIDTH_CALIBRATION_REPORTS,
} from "#model/interval-width.ts";
import { intervalWidths } from "#platform/schema/upcoming-forecasts.ts";
import type { SeasonStore } from "../store.ts";

/** How many days back settled reports are used: a little over two seasons. */
const OLDEST_DAYS = 200;

/**
 * Returns the factor on the 80% intervals of EPS for an ISO day, computed from the newest reports published
 * before that day. The first caller stores it. Of two simultaneous results, one is kept and both callers return
 * it.
 */
export async function readIntervalWidth(store: SeasonStore, day: string): Promise<IntervalWidth> {
  const stored = await storedWidth(store, day);
  if (stored) return stored;
  const { db, ledgerId } = store;
  const found = conformalWidthFrom(day, await factorsBefore(store, day));
  const { factor, reports } = found;
  await db.insert(intervalWidths).values({ ledgerId, day, factor, reports }).onConflictDoNothing();
  return (await storedWidth(store, day)) ?? found;
}

async function storedWidth({ db, ledgerId }: SeasonStore, day: string): Promise<IntervalWidth | undefined> {
  const { factor, reports } = intervalWidths;
  const [row] = await db
    .select({ day: intervalWidths.day, factor, reports })
    .from(intervalWidths)
    .where(and(eq(intervalWidths.ledgerId, ledgerId), eq(intervalWidths.day, day)));
  return row;
}

type SettledRow = { low: number; high: number; limit: number; consensusEps: number; reportedEps: number };

/**
 * Returns, for the newest reports before an ISO day, the factor by which each one's interval would have to be widened or
 * narrowed so that it just contains the reported EPS. Uses the index on the report date.
 */
async function factorsBefore({ db, ledgerId }: SeasonStore, day: string): Promise<number[]> {
  const rows = await db.all<SettledRow>(sql`
    SELECT s.interval_low AS low, s.interval_high AS high, s.interval_limit AS "limit",
      s.consensus_eps AS consensusEps, r.reported_eps AS reportedEps
    FROM season_reports AS r INDEXED BY season_reports_by_day
      JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
        AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${addIsoDays(day, -OLDEST_DAYS)} AND r.report_date < ${day}
      AND r.is_beat IS NOT NULL AND r.reported_eps IS NOT NULL AND r.is_comparable
      AND s.interval_low IS NOT NULL AND s.interval_high IS NOT NULL AND s.interval_limit IS NOT NULL
    ORDER BY r.report_date DESC, r.symbol DESC LIMIT ${WIDTH_CALIBRATION_REPORTS}`);
  return rows.map((row) => coveringFactorOf(row, row));
}
