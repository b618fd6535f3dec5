import { sql } from "drizzle-orm";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { SeasonStore } from "../store.ts";

/** Around the report's day, until the release is there. */
const EAGER_MS = 25 * 60_000;
const EAGER_DAYS = { before: 1, after: 4 } as const;
/** A release may come on a day that no calendar knew. */
const USUAL_MS = 7 * DAY_MS;
/** The form is due within four business days. */
const FILED_WITHIN_DAYS = 6;

/**
 * First those whose release is expected now, then never listed ones, the largest first. Needs a known SEC
 * number.
 */
export async function dueReleases(
  { db, ledgerId }: SeasonStore,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const today = easternDay(now);
  const before = (ms: number) => now.getTime() - ms;
  const rows = await db.all<{ symbol: string }>(sql`
    WITH expected AS (
      SELECT DISTINCT r.symbol FROM season_reports AS r INDEXED BY season_reports_by_day
      WHERE r.ledger_id = ${ledgerId}
        AND r.report_date BETWEEN ${dayAfter(today, -EAGER_DAYS.after)} AND ${dayAfter(today, EAGER_DAYS.before)}
        AND NOT EXISTS (SELECT 1 FROM company_releases AS seen WHERE seen.ledger_id = r.ledger_id
          AND seen.symbol = r.symbol AND seen.filing_date BETWEEN date(r.report_date, '-1 day')
          AND date(r.report_date, ${`+${FILED_WITHIN_DAYS} days`}))
    )
    SELECT c.symbol FROM season_companies AS c LEFT JOIN expected AS e ON e.symbol = c.symbol
    WHERE c.ledger_id = ${ledgerId} AND c.is_active AND c.cik IS NOT NULL
      AND coalesce(c.releases_listed_at, 0) <= iif(e.symbol IS NULL, ${before(USUAL_MS)}, ${before(EAGER_MS)})
      AND EXISTS (SELECT 1 FROM season_reports AS r WHERE r.ledger_id = c.ledger_id AND r.symbol = c.symbol)
    ORDER BY e.symbol IS NULL, c.releases_listed_at IS NOT NULL, coalesce(c.market_cap, 0) DESC, c.symbol
    LIMIT ${limit}`);
  return rows.map(({ symbol }) => symbol);
}
