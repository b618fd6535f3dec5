import { macd, rsi, sma } from "indicatorts";
import { beforeAll, describe, expect, it } from "vitest";
import { macdSeries, rsiSeries, smaSeries } from "#model/technical/technicals.ts";
import { recordedYahoo } from "../market/recorded-yahoo.ts";
import { areThere } from "../market/recordings.ts";

const now = new Date("2025-02-25T15:00:00Z");
/**
 * The two libraries begin exponential means differently; after this many days, the difference has vanished in six
 * digits.
 */
const SETTLED_AFTER = 250;

type Series = readonly (number | null | undefined)[];

/** Returns the largest difference of two series relative to the second one's value. */
function largestDifference(ours: Series, theirs: Series): number {
  expect(ours).toHaveLength(theirs.length);
  const differences = ours.map((value, day) => Math.abs(Number(value) / Number(theirs[day]) - 1));
  return Math.max(...differences.slice(SETTLED_AFTER));
}

/**
 * Half a unit of the sixth digit of 999,999, the strictest reading under which rounding of ties is no disagreement.
 */
const SIX_DIGITS = 5e-7;

describe.skipIf(!areThere).each(["AAPL", "AMZN", "GOOG", "ABBV"])(
  "the recorded prices of %s: indicators agree with a second library to six digits",
  (symbol) => {
    let closes: number[] = [];
    beforeAll(async () => {
      const prices = await recordedYahoo().prices(symbol, now);
      closes = prices.state === "missing" ? [] : prices.data.map((bar) => bar.close);
      expect(closes).toHaveLength(504);
    });

    it("RSI over 14 days", () => {
      expect(largestDifference(rsiSeries(closes), rsi(closes, { period: 14 }))).toBeLessThan(SIX_DIGITS);
    });

    it("MACD (12, 26, 9) and its signal line", () => {
      const ours = macdSeries(closes);
      const { macdLine, signalLine } = macd(closes, { fast: 12, slow: 26, signal: 9 });
      const macds = ours.map((point) => point?.macd);
      const signals = ours.map((point) => point?.signal);
      expect(largestDifference(macds, macdLine)).toBeLessThan(SIX_DIGITS);
      expect(largestDifference(signals, signalLine)).toBeLessThan(SIX_DIGITS);
    });

    it.each([20, 50, 200])("the simple mean of %i days", (days) => {
      const theirs = sma(closes, { period: days });
      expect(largestDifference(smaSeries(closes, days), theirs)).toBeLessThan(SIX_DIGITS);
    });
  },
);
