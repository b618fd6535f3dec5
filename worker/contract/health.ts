import { z } from "zod";

const count = z.number().int().nonnegative();
const time = z.iso.datetime().nullable();

/** The state of the deployment for its operator. A field is null when its value could not be determined. */
export const healthSchema = z.object({
  ok: z.boolean(),
  database: z.enum(["ok", "unavailable"]),
  objects: z.enum(["ok", "unavailable"]),
  queue: z.object({ state: z.enum(["ok", "unavailable"]), waiting: count.nullable() }),
  deadLetters: z.object({ count, lastAt: time }).nullable(),
  calendar: z.object({ readAt: time, ageSeconds: count.nullable() }).nullable(),
  /**
   * The list of companies from the market data source. `absent`: the source never gave one. `kept`: the newest
   * list was empty or had less than half of the known companies, so the previous list stays in force.
   */
  listing: z.object({ state: z.enum(["ok", "absent", "kept"]), readAt: time, companies: count }).nullable(),
  /**
   * The progress of reading past reports, counted in ranges of days. No upcoming report is scored or locked
   * before `isPastRead` is true.
   */
  backfill: z.object({ ranges: count, read: count, refused: count, isPastRead: z.boolean() }).nullable(),
  lastLockAt: time,
  /**
   * The number of reports of the last ten days that qualified for a lock and got none. `missedForPast` counts
   * those that got none because the past reports were still being read.
   */
  missedLocks: count.nullable(),
  missedForPast: count.nullable(),
  dueForSettlement: count.nullable(),
  calibration: z.enum(["ok", "alarm", "unknown"]),
});

export type Health = z.infer<typeof healthSchema>;
