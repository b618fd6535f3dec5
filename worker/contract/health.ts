import { z } from "zod";

const count = z.number().int().nonnegative();
const time = z.iso.datetime().nullable();

/** Null means that the value could not be determined. */
export const healthSchema = z.object({
  ok: z.boolean(),
  database: z.enum(["ok", "unavailable"]),
  objects: z.enum(["ok", "unavailable"]),
  queue: z.object({ state: z.enum(["ok", "unavailable"]), waiting: count.nullable() }),
  deadLetters: z.object({ count, lastAt: time }).nullable(),
  calendar: z.object({ readAt: time, ageSeconds: count.nullable() }).nullable(),
  /**
   * `absent`: the source never listed companies. `kept`: the newest list had less than half of the known companies,
   * so the previous list stays in force.
   */
  listing: z.object({ state: z.enum(["ok", "absent", "kept"]), readAt: time, companies: count }).nullable(),
  /** Scoring and locking wait for `isPastRead`. */
  backfill: z.object({ ranges: count, read: count, refused: count, isPastRead: z.boolean() }).nullable(),
  lastLockAt: time,
  /** Counts the last ten days. */
  missedLocks: count.nullable(),
  missedForPast: count.nullable(),
  dueForSettlement: count.nullable(),
  calibration: z.enum(["ok", "alarm", "unknown"]),
});

export type Health = z.infer<typeof healthSchema>;
