import { and, eq, sql } from "drizzle-orm";
import { DAY_MS, daysBetween, easternDay, HOUR_MS, isoDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { seasonRanges } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";
import { CALENDAR_DAYS_BEHIND, type Range, rangesSince } from "./sync.ts";

/** What was late is there. */
const FINAL_AFTER_DAYS = 30;
/** A source bears so many beside other calls. */
const RANGES_AT_ONCE = 4;
/** All attempts are over: a lost range is claimed anew. */
const CLAIM_MS = HOUR_MS;
/** Plans change. */
const REFUSED_MS = 7 * DAY_MS;

/** ISO; not read since they became final, oldest first. */
export async function openRanges(store: SeasonStore, from: string, now: Date): Promise<Range[]> {
  const stateOf = await readStates(store);
  return rangesSince(from, now).filter((range) => !isFinal(range, stateOf(range).readAt));
}

/** Ranges whose earlier reader failed: others go on. */
const LOST_AT_ONCE = RANGES_AT_ONCE / 2;

/**
 * Oldest first, at most four in flight over all callers. One not yet final is read daily. Safe to overlap.
 */
export async function claimRanges(store: SeasonStore, from: string, now: Date): Promise<Range[]> {
  const { db, ledgerId } = store;
  const stateOf = await readStates(store);
  const isDue = (range: Range) => {
    const { readAt, claimedUntil, refusedAt } = stateOf(range);
    const isClaimed = claimedUntil !== null && claimedUntil > now;
    const isFresh = readAt !== null && now.getTime() - readAt.getTime() < DAY_MS;
    const isRefused = refusedAt !== null && now.getTime() - refusedAt.getTime() < REFUSED_MS;
    return !isFinal(range, readAt) && !isClaimed && !isFresh && !isRefused;
  };
  const claimed: Range[] = [];
  const [at, until] = [now.getTime(), now.getTime() + CLAIM_MS];
  const due = rangesSince(from, now).filter(isDue);
  const lost = due.filter((range) => stateOf(range).claimedUntil !== null);
  const others = due.filter((range) => !lost.includes(range));
  const next = [...lost.slice(0, LOST_AT_ONCE), ...others, ...lost.slice(LOST_AT_ONCE)];
  for (const range of next.slice(0, RANGES_AT_ONCE)) {
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

/** Not waited for, and asked for again in a week. */
export async function refuseRange(
  { db, ledgerId }: SeasonStore,
  { firstDay }: Range,
  now: Date,
): Promise<void> {
  await db
    .update(seasonRanges)
    .set({ refusedAt: now, claimedUntil: null })
    .where(and(eq(seasonRanges.ledgerId, ledgerId), eq(seasonRanges.firstDay, firstDay)));
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
  const past = dayAfter(easternDay(now), -CALENDAR_DAYS_BEHIND);
  return {
    ranges: ranges.length,
    read: ranges.length - unread.length,
    refused: unread.length - open.length,
    isPastRead: open.every(({ firstDay }) => firstDay >= past),
  };
}

const isFinal = ({ lastDay }: Range, readAt: Date | null) =>
  readAt !== null && daysBetween(lastDay, isoDay(readAt)) >= FINAL_AFTER_DAYS;

type RangeState = Record<"readAt" | "claimedUntil" | "refusedAt", Date | null>;
const UNTOUCHED: RangeState = { readAt: null, claimedUntil: null, refusedAt: null };

async function readStates({ db, ledgerId }: SeasonStore): Promise<(range: Range) => RangeState> {
  const { firstDay, lastDay, readAt, claimedUntil, refusedAt } = seasonRanges;
  const rows = await db
    .select({ firstDay, lastDay, readAt, claimedUntil, refusedAt })
    .from(seasonRanges)
    .where(eq(seasonRanges.ledgerId, ledgerId));
  const states = new Map(
    rows.map(({ firstDay, lastDay, readAt, ...row }): [string, RangeState] => [
      `${firstDay} ${lastDay}`,
      { ...row, readAt: readAt.getTime() > 0 ? readAt : null },
    ]),
  );
  return (range) => states.get(`${range.firstDay} ${range.lastDay}`) ?? UNTOUCHED;
}
