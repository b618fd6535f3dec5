import { describe, expect, it } from "vitest";
import type { OptionChain } from "#contract/market-data.ts";
import { tradingDaysBetween } from "#contract/trading-days.ts";
import { atTheMoney, eventMove } from "#model/options/implied-move.ts";
import { areThere } from "../market/recordings.ts";
import { now, recordedCompany } from "./recorded-company.ts";

const today = now.toISOString().slice(0, 10);
const after = "2025-03-05";
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/** Returns the chain with the prices at the money as they would be with a report of this size in it. */
function withReport(chain: OptionChain, expiry: string, percent: number): OptionChain {
  const found = atTheMoney(chain);
  if (!found) throw new Error("no straddle");
  const days = tradingDaysBetween(today, expiry) / tradingDaysBetween(today, chain.expiry);
  // A straddle at the money costs about the mean absolute move, and the variances of moves add up.
  const before = (found.call + found.put) / chain.spot;
  const whole = Math.hypot(before * Math.sqrt(days), percent / 100);
  const factor = whole / before;
  const scaled = (side: OptionChain["calls"]) =>
    side
      .filter(({ strike }) => strike === found.strike)
      .map((quote) => ({
        ...quote,
        bid: (quote.bid ?? 0) * factor,
        ask: (quote.ask ?? 0) * factor,
        last: (quote.last ?? 0) * factor,
      }));
  return { expiry, spot: chain.spot, calls: scaled(chain.calls), puts: scaled(chain.puts) };
}

describe.skipIf(!areThere)("the recorded chains", () => {
  it.each(["AAPL", "ABBV", "AMZN", "GOOG", "SPOT"])(
    "of %s tell a report put into them, and none where there is none",
    (symbol) => {
      const { chain } = recordedCompany(symbol);
      if (!chain) throw new Error("no chain");
      const planted = eventMove({
        spanning: withReport(chain, "2025-03-07", 7),
        beside: chain,
        after,
        today,
      });
      expect(planted?.method).toBe("expiry_before");
      expect(Math.abs((planted?.percent ?? 0) - 7)).toBeLessThan(0.5);
      const ordinary = withReport(chain, "2025-03-07", 0);
      expect(eventMove({ spanning: ordinary, beside: chain, after, today })).toBeNull();
      const straddle = (chain.calls.length > 0 && atTheMoney(chain)) || { call: 0, put: 0 };
      const day = (100 * (straddle.call + straddle.put)) / chain.spot / MEAN_SIZE / Math.sqrt(5);
      console.log(
        `${symbol}: an ordinary day ${day.toFixed(2)}%, a report of 7% told as ${planted?.percent.toFixed(2)}%`,
      );
    },
  );
});
