import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { ClassCounts } from "#model/reference-class.ts";
import { SECTORS } from "#model/sector.ts";
import { excluded } from "#platform/db/client.ts";
import { seasonCounts } from "#platform/schema/season.ts";
import { type Contexts, contextsFrom, readGroups } from "./read-context.ts";
import { readReferenceClasses } from "./read-reference-classes.ts";
import type { SeasonStore } from "./store.ts";

/** What all companies' reports before a day say: the market context of each company, and the reference classes. */
type MarketCounts = { contextOf: Contexts; classes: ClassCounts };

const beatCounts = z.object({ beats: z.number().int().min(0), n: z.number().int().min(0) });
const countsSchema = z.object({
  groups: z
    .array(
      z.object({
        sector: z.enum(SECTORS).nullable(),
        isLarge: z.boolean(),
        windows: z.object({
          market: beatCounts,
          month: beatCounts,
          industry: beatCounts,
          peers: beatCounts,
        }),
      }),
    )
    .max(10_000),
  classes: z.array(z.tuple([z.string().max(200), beatCounts])).max(10_000),
});

/**
 * Returns the counts of an ISO day in New York as the last scoring or locking round stored them, so that an
 * analysis reads one row instead of a year of reports and agrees with the calendar. Counts if that day has none.
 */
export async function readMarketCounts(store: SeasonStore, day: string): Promise<MarketCounts> {
  const { db, ledgerId } = store;
  const [row] = await db
    .select({ counts: seasonCounts.counts })
    .from(seasonCounts)
    .where(
      and(eq(seasonCounts.ledgerId, ledgerId), eq(seasonCounts.kind, "market"), eq(seasonCounts.day, day)),
    );
  // Counts in the format of another version of the app are not used.
  const { data } = countsSchema.safeParse(row ? JSON.parse(row.counts) : null);
  return data ? countsFrom(data) : countMarket(store, day);
}

/**
 * Counts the reports before an ISO day in New York, and stores the counts unless those of a later day are stored.
 * Of two simultaneous counts, the one that began later is kept.
 */
export async function countMarket(store: SeasonStore, day: string): Promise<MarketCounts> {
  const countedAt = new Date();
  const [groups, classes] = await Promise.all([readGroups(store, day), readReferenceClasses(store, day)]);
  const counts: z.infer<typeof countsSchema> = { groups, classes: [...classes] };
  const row = { day, countedAt, counts: JSON.stringify(counts) };
  await store.db
    .insert(seasonCounts)
    .values({ ledgerId: store.ledgerId, kind: "market", ...row })
    .onConflictDoUpdate({
      target: [seasonCounts.ledgerId, seasonCounts.kind],
      set: row,
      // Unchanged counts write no row, and the counts of an earlier day, which a comparison may need, replace none.
      setWhere: sql`season_counts.counted_at <= ${excluded(seasonCounts.countedAt)}
        AND season_counts.day <= ${excluded(seasonCounts.day)} AND (season_counts.day, season_counts.counts) <> (${excluded(seasonCounts.day)}, ${excluded(seasonCounts.counts)})`,
    });
  return countsFrom(counts);
}

function countsFrom({ groups, classes }: z.infer<typeof countsSchema>): MarketCounts {
  return { contextOf: contextsFrom(groups), classes: new Map(classes) };
}
