import { describe, expect, it } from "vitest";
import { strategiesFor } from "#model/options/strategies.ts";
import { bearPutSpread, bullCallSpread, ironCondor, payoffAt } from "#model/options/structures.ts";

const option = (strike: number, premium: number) => ({ strike, premium });

describe("textbook structures", () => {
  it("a bull call spread risks its cost and gains the width less the cost", () => {
    const { legs, outcome } = bullCallSpread(option(100, 5), option(110, 2)) ?? never();
    expect(outcome).toEqual({ breakevens: [103], maxGain: 7, maxLoss: 3, isMaxGainUnlimited: false });
    expect([90, 103, 110, 150].map((price) => payoffAt(legs, price))).toEqual([-3, 0, 7, 7]);
  });

  it("a bear put spread is its mirror", () => {
    const { legs, outcome } = bearPutSpread(option(100, 5), option(90, 2)) ?? never();
    expect(outcome).toEqual({ breakevens: [97], maxGain: 7, maxLoss: 3, isMaxGainUnlimited: false });
    expect([60, 90, 97, 120].map((price) => payoffAt(legs, price))).toEqual([7, 7, 0, -3]);
  });

  it("an iron condor keeps its credit inside and loses the wider wing less the credit", () => {
    const { legs, outcome } =
      ironCondor({
        boughtPut: option(85, 1),
        soldPut: option(95, 3),
        soldCall: option(105, 2),
        boughtCall: option(110, 1),
      }) ?? never();
    expect(outcome).toEqual({ breakevens: [92, 108], maxGain: 3, maxLoss: 7, isMaxGainUnlimited: false });
    expect([50, 92, 100, 108, 200].map((price) => payoffAt(legs, price))).toEqual([-7, 0, 3, 0, -2]);
  });

  it("quotes that contradict each other price nothing", () => {
    expect(bullCallSpread(option(100, 2), option(110, 5))).toBeNull();
    expect(bullCallSpread(option(100, 15), option(110, 2))).toBeNull();
    expect(bearPutSpread(option(100, 2), option(90, 5))).toBeNull();
  });

  it("without a chain the examples are described and carry no number", () => {
    for (const example of Object.values(strategiesFor(null, null))) {
      expect(example).toMatchObject({ legs: [], payoff: [], maxGain: null, maxLoss: null, expiry: null });
      expect(example.description).toContain("Not priced");
    }
  });
});

function never(): never {
  throw new Error("the structure was not priced");
}
