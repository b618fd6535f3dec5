import { describe, expect, it } from "vitest";
import { numbersIn } from "#contract/format.ts";
import { revenueOf, revenueText } from "#contract/revenue.ts";

const american = numbersIn("en-US");
const textOf = (
  consensusRevenue: number | null,
  reportedRevenue: number | null,
  currency: string | null = "USD",
) => revenueText(revenueOf({ consensusRevenue, reportedRevenue }), currency, american);

describe("revenue beside EPS", () => {
  it("says what analysts expect before the report, and how far off they were after it", () => {
    expect(textOf(89_562_736_363, null)).toBe("revenue consensus $89.6B");
    expect(textOf(89_562_736_363, 94_036_000_000)).toBe("revenue $94.0B, consensus $89.6B (+5.0%)");
    expect(textOf(500_000_000, 480_000_000, "EUR")).toBe("revenue €480.0M, consensus €500.0M (−4.0%)");
  });

  it("has no surprise without both, and no text without either", () => {
    expect(textOf(null, 12_300_000, null)).toBe("revenue 12.3M");
    expect(revenueOf({ consensusRevenue: 5, reportedRevenue: null }).surprisePercent).toBeNull();
    expect(textOf(null, null)).toBeNull();
  });

  it.each([0, -3])("takes a consensus of %d for none", (consensusRevenue) => {
    expect(revenueOf({ consensusRevenue, reportedRevenue: 10 })).toEqual({
      consensus: null,
      reported: 10,
      surprisePercent: null,
    });
  });
});
