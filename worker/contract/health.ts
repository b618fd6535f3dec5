import { z } from "zod";

const count = z.number().int().nonnegative();
const time = z.iso.datetime().nullable();

/** Null: not determined. */
export const healthSchema = z.object({
  ok: z.boolean(),
  database: z.enum(["ok", "unavailable"]),
  objects: z.enum(["ok", "unavailable"]),
  queue: z.object({ state: z.enum(["ok", "unavailable"]), waiting: count.nullable() }),
  deadLetters: z.object({ count, lastAt: time }).nullable(),
  calendar: z.object({ readAt: time, ageSeconds: count.nullable() }).nullable(),
  /**
   * `absent`: it never listed companies. `kept`: the newest list was below half of the known ones, so the
   * older counts.
   */
  listing: z.object({ state: z.enum(["ok", "absent", "kept"]), readAt: time, companies: count }).nullable(),
  /** Scoring and locking wait for `isPastRead`. */
  backfill: z.object({ ranges: count, read: count, refused: count, isPastRead: z.boolean() }).nullable(),
  lastLockAt: time,
  /** Of the last ten days. */
  missedLocks: count.nullable(),
  missedForPast: count.nullable(),
  dueForSettlement: count.nullable(),
  calibration: z.enum(["ok", "alarm", "unknown"]),
});

export type Health = z.infer<typeof healthSchema>;
