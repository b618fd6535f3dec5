import { and, count, eq, gte, lt, min, sql } from "drizzle-orm";
import type { RowFault } from "#contract/figure-doubt.ts";
import type { SourceFaults } from "#contract/review.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { valuesAsTable } from "#platform/db/client.ts";
import { sourceFaults } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";

/** How many days faults are kept, so that a day can be compared with the week before. */
const RETENTION_DAYS = 8;
/** At most this many faults of an answer are stored. A feed that is broken as a whole has no need of more. */
const MAX_FAULTS = 2_000;
const EXAMPLES = 3;

/**
 * Stores the rows of a source that were not taken as they came. A row that is read again on the same day counts
 * once, so it is safe to retry or overlap.
 */
export async function storeFaults(
  { db, ledgerId }: SeasonStore,
  source: string,
  faults: readonly RowFault[],
  now: Date,
): Promise<void> {
  if (faults.length === 0) return;
  const day = easternDay(now);
  const rows = faults.slice(0, MAX_FAULTS).map((fault, i) => ({
    ledgerId,
    source,
    day,
    reason: fault.reason,
    symbol: fault.symbol,
    // An unreadable row may have no day, and is then told apart by its number.
    rowDay: fault.day || `row ${i + 1}`,
  }));
  await db.batch([
    db
      .delete(sourceFaults)
      .where(
        and(eq(sourceFaults.ledgerId, ledgerId), lt(sourceFaults.day, addIsoDays(day, -RETENTION_DAYS))),
      ),
    db.insert(sourceFaults).select(valuesAsTable(sourceFaults, rows)).onConflictDoNothing(),
  ]);
}

/**
 * Returns what was wrong with the rows of each source since yesterday, by source and reason, with examples. A row that
 * is wrong on both days counts once. Reads one day range of the primary key.
 */
export async function readSourceFaults({ db, ledgerId }: SeasonStore, now: Date): Promise<SourceFaults[]> {
  const since = addIsoDays(easternDay(now), -1);
  const { source, reason, day, symbol, rowDay } = sourceFaults;
  const ofLedger = eq(sourceFaults.ledgerId, ledgerId);
  const [recent, before, examples] = await db.batch([
    db
      .select({ source, reason, rows: sql<number>`count(DISTINCT ${symbol} || ' ' || ${rowDay})` })
      .from(sourceFaults)
      .where(and(ofLedger, gte(day, since)))
      .groupBy(source, reason),
    db
      .select({ source, reason, rows: count() })
      .from(sourceFaults)
      .where(and(ofLedger, lt(day, since)))
      .groupBy(source, reason),
    db
      .select({ source, reason, symbol, day: min(rowDay) })
      .from(sourceFaults)
      .where(and(ofLedger, gte(day, since)))
      .groupBy(source, reason, symbol)
      .limit(MAX_FAULTS),
  ]);
  const keyOf = (row: { source: string; reason: string }) => `${row.source} ${row.reason}`;
  const usual = new Map(before.map((row) => [keyOf(row), row.rows / (RETENTION_DAYS - 1)]));
  const named = Map.groupBy(examples, keyOf);
  return recent
    .map((row) => ({
      ...row,
      usualRows: Math.round(usual.get(keyOf(row)) ?? 0),
      examples: (named.get(keyOf(row)) ?? [])
        .slice(0, EXAMPLES)
        .map((example) => ({ symbol: example.symbol, day: example.day ?? "" })),
    }))
    .toSorted((a, b) => b.rows - a.rows);
}
