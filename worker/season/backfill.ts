import { eq } from "drizzle-orm";
import { addIsoDays, DAY_MS, daysBetween, easternDay, HOUR_MS, isoDay } from "#contract/time.ts";
import { endLease, leasesOf, takeLease } from "#platform/lease.ts";
import { seasonRanges } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";
import { CALENDAR_DAYS_BEHIND, type DayRange, dayRangeLease, rangesSince } from "./sync.ts";

/** A range that was read this many days after its last day is final, because late rows have arrived by then. */
const FINAL_AFTER_DAYS = 30;
/** How many ranges are read at the same time. The source tolerates this many beside its other requests. */
const RANGES_AT_ONCE = 4;
/**
 * How long a range is leased to its reader. All attempts of a queue message end sooner, so a range whose reader
 * crashed can be leased again.
 */
const CLAIM_MS = HOUR_MS;
/**
 * After this time, a range that the source refused is requested again, because the source's plan may have
 * changed.
 */
const REFUSED_MS = 7 * DAY_MS;

/**
 * Returns the ranges since the ISO day `from` that have not been read since they became final, oldest first.
 */
export async function unreadDayRanges(store: SeasonStore, from: string, now: Date): Promise<DayRange[]> {
  const stateOf = await readStates(store);
  return rangesSince(from, now).filter((range) => !isFinal(range, stateOf(range).readAt));
}

/**
 * How many ranges whose earlier reader crashed are leased first. Ranges that never failed come next, so that
 * failing ones cannot block them.
 */
const LOST_AT_ONCE = RANGES_AT_ONCE / 2;

/**
 * Leases due ranges to the caller, oldest first, and returns them. At most four are leased at a time over all
 * callers. A range that is not final yet is due once a day. Safe to overlap.
 */
export async function claimRanges(store: SeasonStore, from: string, now: Date): Promise<DayRange[]> {
  const stateOf = await readStates(store);
  const { held, expired } = await leasesOf(store.db, `past range ${store.ledgerId}`, now);
  const isDue = (range: DayRange) => {
    const { readAt, refusedAt } = stateOf(range);
    const isFresh = readAt !== null && now.getTime() - readAt.getTime() < DAY_MS;
    const isRefused = refusedAt !== null && now.getTime() - refusedAt.getTime() < REFUSED_MS;
    return !isFinal(range, readAt) && !held.has(range.firstDay) && !isFresh && !isRefused;
  };
  const due = rangesSince(from, now).filter(isDue);
  const lost = due.filter(({ firstDay }) => expired.has(firstDay));
  const neverLost = due.filter((range) => !lost.includes(range));
  const next = [...lost.slice(0, LOST_AT_ONCE), ...neverLost, ...lost.slice(LOST_AT_ONCE)];
  const claimed: DayRange[] = [];
  for (const range of next.slice(0, RANGES_AT_ONCE)) {
    const term = { now, milliseconds: CLAIM_MS, atOnce: RANGES_AT_ONCE };
    if (await takeLease(store.db, dayRangeLease(store, range), term)) claimed.push(range);
  }
  return claimed;
}

/**
 * Records that the source refused the range, and ends its lease. A refused range does not delay `isPastRead`
 * and is requested again after a week.
 */
export async function refuseRange(
  store: SeasonStore,
  { firstDay, lastDay }: DayRange,
  now: Date,
): Promise<void> {
  const { db, ledgerId } = store;
  await db
    .insert(seasonRanges)
    .values({ ledgerId, firstDay, lastDay, readAt: new Date(0), reports: 0, refusedAt: now })
    .onConflictDoUpdate({
      target: [seasonRanges.ledgerId, seasonRanges.firstDay],
      set: { refusedAt: now },
    });
  await endLease(db, dayRangeLease(store, { firstDay }));
}

export type BackfillProgress = {
  ranges: number;
  read: number;
  refused: number;
  isPastRead: boolean;
};

export async function backfillProgress(
  store: SeasonStore,
  from: string,
  now: Date,
): Promise<BackfillProgress> {
  const stateOf = await readStates(store);
  const ranges = rangesSince(from, now);
  const unread = ranges.filter((range) => stateOf(range).readAt === null);
  const open = unread.filter((range) => stateOf(range).refusedAt === null);
  const past = addIsoDays(easternDay(now), -CALENDAR_DAYS_BEHIND);
  return {
    ranges: ranges.length,
    read: ranges.length - unread.length,
    refused: unread.length - open.length,
    isPastRead: open.every(({ firstDay }) => firstDay >= past),
  };
}

const isFinal = ({ lastDay }: DayRange, readAt: Date | null) =>
  readAt !== null && daysBetween(lastDay, isoDay(readAt)) >= FINAL_AFTER_DAYS;

type RangeState = Record<"readAt" | "refusedAt", Date | null>;
const UNTOUCHED: RangeState = { readAt: null, refusedAt: null };

async function readStates({ db, ledgerId }: SeasonStore): Promise<(range: DayRange) => RangeState> {
  const { firstDay, lastDay, readAt, refusedAt } = seasonRanges;
  const rows = await db
    .select({ firstDay, lastDay, readAt, refusedAt })
    .from(seasonRanges)
    .where(eq(seasonRanges.ledgerId, ledgerId));
  const states = new Map(
    rows.map((row): [string, RangeState] => [
      `${row.firstDay} ${row.lastDay}`,
      { refusedAt: row.refusedAt, readAt: row.readAt.getTime() > 0 ? row.readAt : null },
    ]),
  );
  return (range) => states.get(`${range.firstDay} ${range.lastDay}`) ?? UNTOUCHED;
}
