import type { DailyBar } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";

/** Two closes that are more days apart are not used as the closes around a report. */
const MAX_GAP_DAYS = 6;

/**
 * The closing prices before (`from`) and after (`to`) a report, with their ISO days. All fields are null
 * together.
 */
type Closes = {
  fromDay: string | null;
  toDay: string | null;
  fromClose: number | null;
  toClose: number | null;
};

/**
 * Returns the last close before a report and the first close after it. When the session is unknown, these are
 * the closes of the trading days before and after `day`. All fields are null when the bars (oldest first) do
 * not enclose the report.
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
