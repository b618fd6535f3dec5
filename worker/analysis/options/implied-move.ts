import type { ImpliedMove } from "#contract/strategy.ts";
import type { DailyBar, OptionChain, ReportedQuarter } from "#market/port.ts";
import { round } from "../numbers.ts";
import { midOf, nearest } from "./strategies.ts";

const MAX_PAST_MOVES = 12;

/**
 * What the options pay for the report, beside what the share did on past report days. `session` says whether the company
 * reports before the opening or after the close, and so which day first trades on it.
 */
export function impliedMoveOf(
  chain: OptionChain | null,
  bars: readonly DailyBar[],
  history: readonly ReportedQuarter[],
  session: "pre" | "post" | null,
): ImpliedMove | null {
  const straddle = chain && straddleOf(chain);
  const pastMoves = history
    .flatMap((quarter) => moveOf(bars, quarter, session))
    .reverse()
    .slice(0, MAX_PAST_MOVES);
  if (!straddle && pastMoves.length === 0) return null;
  const beats = pastMoves.filter((move) => move.result === "beat");
  return {
    impliedMovePercent: straddle && chain ? round((100 * straddle.price) / chain.spot, 2) : null,
    expiry: straddle && chain ? chain.expiry : null,
    straddle: straddle?.price ?? null,
    strike: straddle?.strike ?? null,
    spot: chain?.spot ?? null,
    pastMoves,
    averagePastMovePercent:
      pastMoves.length > 0
        ? round(pastMoves.reduce((sum, move) => sum + Math.abs(move.movePercent), 0) / pastMoves.length, 2)
        : null,
    beatsThatRose:
      beats.length > 0
        ? { rose: beats.filter((move) => move.movePercent > 0).length, beats: beats.length }
        : null,
  };
}

/** Price of the call and the put at the strike nearest to the share's price; null where either has no price. */
function straddleOf(chain: OptionChain): { price: number; strike: number } | null {
  const call = nearest(chain.calls, chain.spot);
  const put = chain.puts.find((quote) => quote.strike === call?.strike);
  const [callPrice, putPrice] = [call && midOf(call), put && midOf(put)];
  if (!call || callPrice == null || putPrice == null) return null;
  return { price: round(callPrice + putPrice, 4), strike: call.strike };
}

/** The change from the last close before the report to the first after it; nothing when the day is not known. */
function moveOf(
  bars: readonly DailyBar[],
  quarter: ReportedQuarter,
  session: "pre" | "post" | null,
): ImpliedMove["pastMoves"] {
  const { reportDate, estimate, actual } = quarter;
  if (!reportDate || !session) return [];
  const after = bars.findIndex((bar) => (session === "pre" ? bar.date >= reportDate : bar.date > reportDate));
  const [before, first] = [bars[after - 1], bars[after]];
  if (!before || !first) return [];
  const result = estimate === null ? null : actual > estimate ? "beat" : actual < estimate ? "miss" : "met";
  return [{ reportDate, movePercent: round(100 * (first.close / before.close - 1), 2), result }];
}
