import { type SQL, sql } from "drizzle-orm";
import { excluded } from "#platform/db/client.ts";
import { seasonCounts } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";

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
