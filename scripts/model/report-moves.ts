import { GREATEST_MOVE } from "#model/typical-move.ts";
import { closesAround } from "#season/closes-around.ts";
import { type Closes, lastBefore } from "./closes.ts";
import { type EarningsEvent, symbolOf } from "./events.ts";

/** Trading days read before and after a report, among which are its closes. */
const DAYS_AROUND = 7;

/** `percent` is the change of the close over the report, and `day` the ISO day of the close after it. */
type ReportMove = { percent: number; day: string };

/**
 * Returns a function that gives the price change over a report, or null when the file has no closes around it or the
 * change is a split or an error.
 */
export function movesOver({
  days,
  bySymbol,
}: Closes): (event: Pick<EarningsEvent, "symbol" | "reportDate" | "session">) => ReportMove | null {
  return ({ symbol, reportDate, session }) => {
    const own = bySymbol.get(symbolOf(symbol));
    if (!own) return null;
    const at = lastBefore(days, reportDate);
    const first = Math.max(0, at - DAYS_AROUND);
    const bars = days.slice(first, at + DAYS_AROUND).flatMap((date, i) => {
      const close = own[first + i] as number;
      return close > 0 ? [{ date, close }] : [];
    });
    const { fromClose, toClose, toDay } = closesAround(bars, reportDate, session);
    if (fromClose === null || toClose === null || toDay === null) return null;
    const percent = 100 * (toClose / fromClose - 1);
    return Math.abs(percent) > GREATEST_MOVE ? null : { percent, day: toDay };
  };
}
