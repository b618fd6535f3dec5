import { and, count, eq, gte, sum } from "drizzle-orm";
import { sql } from "drizzle-orm/sql";
import type { SeasonSoFar } from "#contract/market.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import { isoDay } from "#worker/time.ts";
import { type LedgerId, recordScope } from "./scope.ts";

const OTHER_SECTOR = "Other";

/**
 * Beats and misses among the companies of the record that have reported since the calendar quarter began (UTC), in all and
 * by sector, the largest sector first. By the index on scope and report date.
 */
export async function seasonSoFar(db: Database, ledgerId: LedgerId, now: Date): Promise<SeasonSoFar> {
  const quarter = Math.floor(now.getUTCMonth() / 3);
  const since = isoDay(Date.UTC(now.getUTCFullYear(), 3 * quarter, 1));
  const sector = sql<string>`coalesce(${predictions.sector}, ${OTHER_SECTOR})`;
  const rows = await db
    .select({
      sector,
      reported: count(),
      beats: sum(sql`${predictions.actualResult} = 'beat'`).mapWith(Number),
    })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        gte(predictions.reportDate, since),
        eq(predictions.state, "settled"),
      ),
    )
    .groupBy(sector);
  return {
    since,
    reported: rows.reduce((total, row) => total + row.reported, 0),
    beats: rows.reduce((total, row) => total + row.beats, 0),
    sectors: rows.sort((a, b) => b.reported - a.reported || a.sector.localeCompare(b.sector)).slice(0, 30),
  };
}
