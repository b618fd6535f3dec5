import { eq, sql } from "drizzle-orm";
import { dayAfter } from "#analysis/earnings.ts";
import { seasonRanges } from "#db/schema/season.ts";
import { DAY_MS, daysBetween, easternDay, HOUR_MS, isoDay } from "#worker/time.ts";
import type { SeasonStore } from "./store.ts";
import type { Range } from "./sync.ts";

/** Days of one range: one call to the source. */
const RANGE_DAYS = 30;
/** A range is final when its last day is so many days past: what was late is there. */
const FINAL_AFTER_DAYS = 30;
/** Ranges begin on days that are counted from here, so that each backfill finds the same ones. */
const FIRST_RANGE = "2000-01-01";
/** Ranges that jobs read at once: a source bears so many calls beside the others. */
const RANGES_AT_ONCE = 4;
/** All attempts of a message are over by then; a range whose reader was lost is claimed anew. */
const CLAIM_MS = HOUR_MS;

/** The ranges from a day (ISO) until now that were not read since they became final, oldest first. */
export async function openRanges(store: SeasonStore, from: string, now: Date): Promise<Range[]> {
  const stateOf = await readStates(store);
  return rangesSince(from, now).filter((range) => !isFinal(range, stateOf(range).readAt));
}

/**
 * Claims the next ranges to read, oldest first, so that all callers together have four in flight. One that is not final
 * is read once a day. Safe to run twice at once: a range is claimed by one.
 */
export async function claimRanges(store: SeasonStore, from: string, now: Date): Promise<Range[]> {
  const { db, ledgerId } = store;
  const stateOf = await readStates(store);
  const isDue = (range: Range) => {
    const { readAt, claimedUntil } = stateOf(range);
    const isClaimed = claimedUntil !== null && claimedUntil > now;
    const isFresh = readAt !== null && now.getTime() - readAt.getTime() < DAY_MS;
    return !isFinal(range, readAt) && !isClaimed && !isFresh;
  };
  const claimed: Range[] = [];
  const [at, until] = [now.getTime(), now.getTime() + CLAIM_MS];
  for (const range of rangesSince(from, now).filter(isDue).slice(0, RANGES_AT_ONCE)) {
    const taken = await db.all(sql`
      INSERT INTO season_ranges (ledger_id, first_day, last_day, read_at, reports, claimed_until)
      SELECT ${ledgerId}, ${range.firstDay}, ${range.lastDay}, 0, 0, ${until} WHERE ${RANGES_AT_ONCE} >
        (SELECT count(*) FROM season_ranges WHERE ledger_id = ${ledgerId} AND claimed_until > ${at})
      ON CONFLICT (ledger_id, first_day) DO UPDATE SET claimed_until = excluded.claimed_until
        WHERE coalesce(season_ranges.claimed_until, 0) <= ${at}
      RETURNING first_day`);
    if (taken.length > 0) claimed.push(range);
  }
  return claimed;
}

/** How many of the ranges from a day (ISO) until now have been read at least once. */
export async function backfillProgress(
  store: SeasonStore,
  from: string,
  now: Date,
): Promise<{ read: number; ranges: number }> {
  const stateOf = await readStates(store);
  const ranges = rangesSince(from, now);
  return { read: ranges.filter((range) => stateOf(range).readAt !== null).length, ranges: ranges.length };
}

function rangesSince(from: string, now: Date): Range[] {
  const ranges: Range[] = [];
  const skipped = Math.max(0, Math.floor(daysBetween(FIRST_RANGE, from) / RANGE_DAYS));
  for (let firstDay = dayAfter(FIRST_RANGE, skipped * RANGE_DAYS); firstDay <= easternDay(now); ) {
    const lastDay = dayAfter(firstDay, RANGE_DAYS - 1);
    ranges.push({ firstDay, lastDay });
    firstDay = dayAfter(lastDay, 1);
  }
  return ranges;
}

const isFinal = ({ lastDay }: Range, readAt: Date | null) =>
  readAt !== null && daysBetween(lastDay, isoDay(readAt)) >= FINAL_AFTER_DAYS;

type RangeState = { readAt: Date | null; claimedUntil: Date | null };

/** When each range was read last, and who reads it now; by the primary key. */
async function readStates({ db, ledgerId }: SeasonStore): Promise<(range: Range) => RangeState> {
  const { firstDay, lastDay, readAt, claimedUntil } = seasonRanges;
  const rows = await db
    .select({ firstDay, lastDay, readAt, claimedUntil })
    .from(seasonRanges)
    .where(eq(seasonRanges.ledgerId, ledgerId));
  const states = new Map(
    rows.map((row) => [
      `${row.firstDay} ${row.lastDay}`,
      { readAt: row.readAt.getTime() > 0 ? row.readAt : null, claimedUntil: row.claimedUntil },
    ]),
  );
  return (range) => states.get(`${range.firstDay} ${range.lastDay}`) ?? { readAt: null, claimedUntil: null };
}
