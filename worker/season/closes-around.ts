import type { DailyBar } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";

/** Closes further apart do not enclose one report. */
const MAX_GAP_DAYS = 6;

/** ISO days. All fields are null together. */
type Closes = {
  fromDay: string | null;
  toDay: string | null;
  fromClose: number | null;
  toClose: number | null;
};

/**
 * Returns the closes around the session of the day when the hour is known, and otherwise around the whole day. They
 * are null when the bars do not enclose it.
 */
export function closesAround(
  bars: readonly Pick<DailyBar, "date" | "close">[],
  day: string,
  session: "pre" | "post" | null,
): Closes {
  const from = bars.findLast(({ date }) => (session === "post" ? date <= day : date < day));
  const to = bars.find(({ date }) => (session === "pre" ? date >= day : date > day));
  if (!from || !to || daysBetween(from.date, to.date) > MAX_GAP_DAYS)
    return { fromDay: null, toDay: null, fromClose: null, toClose: null };
  return { fromDay: from.date, toDay: to.date, fromClose: from.close, toClose: to.close };
}
