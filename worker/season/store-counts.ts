import { type SQL, sql } from "drizzle-orm";
import { excluded } from "#platform/db/client.ts";
import { seasonCounts } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";

/**
 * A condition for `storeCounts`: unchanged counts write no row, and the counts of an earlier day, which a comparison
 * may need, replace none.
 */
export const isOfNewerDay = sql`season_counts.day <= ${excluded(seasonCounts.day)}
  AND (season_counts.day, season_counts.counts) <> (${excluded(seasonCounts.day)}, ${excluded(seasonCounts.counts)})`;

/**
 * Stores counts over many reports. Of two simultaneous counts, the one that began later is kept. `isNews` may keep the
 * stored row: it compares `season_counts` with the new row, `excluded`.
 */
export async function storeCounts(
  { db, ledgerId }: SeasonStore,
  { kind, day, countedAt, counts }: Omit<typeof seasonCounts.$inferInsert, "ledgerId">,
  isNews: SQL = sql`true`,
): Promise<void> {
  await db
    .insert(seasonCounts)
    .values({ ledgerId, kind, day, countedAt, counts })
    .onConflictDoUpdate({
      target: [seasonCounts.ledgerId, seasonCounts.kind],
      set: { day, countedAt, counts },
      setWhere: sql`season_counts.counted_at <= ${excluded(seasonCounts.countedAt)} AND ${isNews}`,
    });
}
