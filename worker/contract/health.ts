import { z } from "zod";

const count = z.number().int().nonnegative();
const time = z.iso.datetime().nullable();

/** What works, and how far the work behind the pages is. Null is what could not be found out. */
export const healthSchema = z.object({
  /** Whether the database, the queue and the objects answer. */
  ok: z.boolean(),
  database: z.enum(["ok", "unavailable"]),
  /** The Durable Objects: ledger, counters, runs. */
  objects: z.enum(["ok", "unavailable"]),
  /** `waiting`: messages that no consumer has taken yet. */
  queue: z.object({ state: z.enum(["ok", "unavailable"]), waiting: count.nullable() }),
  /** Jobs that failed every attempt and wait for an operator. */
  deadLetters: z.object({ count, lastAt: time }).nullable(),
  /** The newest answer of the market's calendar, and how old it is. */
  calendar: z.object({ readAt: time, ageSeconds: count.nullable() }).nullable(),
  /**
   * The exchanges' lists of companies. `absent`: the source never listed anybody; `kept`: its newest list was empty or less
   * than half of those known, so that the older one counts.
   */
  listing: z.object({ state: z.enum(["ok", "absent", "kept"]), readAt: time, companies: count }).nullable(),
  /**
   * Ranges of past reports: all, those that have been read, and those that the source will not give. Nothing is scored or
   * locked before `isPastRead`.
   */
  backfill: z.object({ ranges: count, read: count, refused: count, isPastRead: z.boolean() }).nullable(),
  /** The newest lock of the record among the reports of these days. */
  lastLockAt: time,
  /** Reports of the last ten days that were out before they were locked: they are on nobody's record. */
  missedLocks: count.nullable(),
  /** Those of them that were out before the past was read that a prediction rests on. */
  missedForPast: count.nullable(),
  /** Predictions that settlement should have looked at; counted up to a thousand. */
  dueForSettlement: count.nullable(),
  /** Whether the record's predictions come true as often as they say, by the month's checks and the newest week's tests. */
  calibration: z.enum(["ok", "alarm", "unknown"]),
});

export type Health = z.infer<typeof healthSchema>;
