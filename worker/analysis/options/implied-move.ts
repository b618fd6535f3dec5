import type { ImpliedMove } from "#contract/strategy.ts";
import type { DailyBar, OptionChain, ReportedQuarter } from "#market/port.ts";
import { atTheMoney, impliedMovePercent } from "./chain.ts";
import { averageMove, beatsThatRose, pastMoves } from "./past-moves.ts";

/**
 * The option market's move for the report beside the company's past ones. `chain` is the first expiry after the report;
 * without one the implied half is null. Null when there is neither half.
 */
export function impliedMoveOf(
  chain: OptionChain | null,
  history: readonly ReportedQuarter[],
  bars: readonly DailyBar[],
): ImpliedMove | null {
  const straddle = chain && atTheMoney(chain);
  const moves = pastMoves(history, bars);
  if (!straddle && moves.length === 0) return null;
  return {
    impliedMovePercent: straddle && chain ? impliedMovePercent(straddle, chain.spot) : null,
    expiry: straddle && chain ? chain.expiry : null,
    straddle: straddle ? straddle.call + straddle.put : null,
    strike: straddle?.strike ?? null,
    spot: straddle && chain ? chain.spot : null,
    pastMoves: moves,
    averagePastMovePercent: averageMove(moves),
    beatsThatRose: beatsThatRose(moves),
  };
}
