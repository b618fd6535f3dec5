import { describe, expect, it } from "vitest";
import { type GuidanceLine, NO_RELEASES } from "#contract/company-guidance.ts";
import { lockGuidanceOf } from "#season/guidance/lock-guidance.ts";

const line: GuidanceLine = {
  metric: "eps",
  basis: "adjusted",
  period: "third quarter",
  periodKind: "next_quarter",
  low: 1.2,
  high: 1.3,
  currency: "USD",
  action: null,
  fiscalQuarterEnd: "2026-09-30",
  filedOn: "2026-07-28",
  quote: "we expect",
  url: null,
  consensus: 1.34,
  reported: null,
  place: null,
};
const frozen = (...latest: GuidanceLine[]) =>
  lockGuidanceOf({ ...NO_RELEASES, latest }, { fiscalQuarterEnd: "2026-09-30" });

describe("guidance that a lock freezes", () => {
  it("has its midpoint, against the consensus of the moment, and no binary dust", () => {
    expect(frozen(line)).toMatchObject({ low: 1.2, high: 1.3, midpoint: 1.25, againstConsensus: -0.09 });
  });

  it("has no midpoint where it is open at one end", () => {
    expect(frozen({ ...line, high: null })).toMatchObject({
      low: 1.2,
      midpoint: null,
      againstConsensus: null,
    });
  });

  it("is set beside no consensus of another basis or currency", () => {
    expect(frozen({ ...line, consensus: null })).toMatchObject({ midpoint: 1.25, againstConsensus: null });
  });

  it.each([
    ["another quarter's", { fiscalQuarterEnd: "2026-06-30" }],
    ["a year's", { fiscalQuarterEnd: null, periodKind: "full_year" }],
    ["revenue", { metric: "revenue", basis: null }],
    ["withdrawn", { action: "withdrawn", low: null, high: null }],
  ] as const)("is none of %s", (_, given) => {
    expect(frozen({ ...line, ...given })).toBeNull();
  });

  it("is the first line that fits, which is on the basis that says most", () => {
    expect(frozen({ ...line, fiscalQuarterEnd: null }, line, { ...line, basis: "gaap" })?.basis).toBe(
      "adjusted",
    );
  });
});
