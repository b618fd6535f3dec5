import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { companySizes } from "#contract/rules.ts";
import type { ClassCounts } from "#model/reference-class.ts";
import { SECTORS } from "#model/sector.ts";
import { seasonCounts } from "#platform/schema/season.ts";
import { type Contexts, contextsFrom, readGroups } from "./read-context.ts";
import { classesFrom } from "./read-reference-classes.ts";
import type { SeasonStore } from "./store.ts";
import { isOfNewerDay, storeCounts } from "./store-counts.ts";

/** What all companies' reports before a day say: the market context of each company, and the reference classes. */
type MarketCounts = { contextOf: Contexts; classes: ClassCounts };

const beatCounts = z.object({ beats: z.number().int().min(0), n: z.number().int().min(0) });
const countsSchema = z.object({
  groups: z
    .array(
      z.object({
        sector: z.enum(SECTORS).nullable(),
        isLarge: z.boolean(),
        size: z.enum(companySizes).nullable(),
        isProfitable: z.boolean(),
        windows: z.object({
          market: beatCounts,
          month: beatCounts,
          industry: beatCounts,
          peers: beatCounts,
          classes: beatCounts,
        }),
      }),
    )
    .max(10_000),
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
 */
export async function countMarket(store: SeasonStore, day: string): Promise<MarketCounts> {
  const countedAt = new Date();
  const counts = { groups: await readGroups(store, day) };
  const row = { kind: "market", day, countedAt, counts: JSON.stringify(counts) } as const;
  await storeCounts(store, row, isOfNewerDay);
  return countsFrom(counts);
}

function countsFrom({ groups }: z.infer<typeof countsSchema>): MarketCounts {
  return { contextOf: contextsFrom(groups), classes: classesFrom(groups) };
}
