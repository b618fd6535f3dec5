import { describe, expect, it } from "vitest";
import { gaapEpsOf } from "#season/witness/read-filings.ts";

const fact = (start: string, end: string, value: number, filed = "2025-10-31") => ({
  start,
  end,
  value,
  filed,
  form: "10-Q",
});
const quarter = (fiscalQuarterEnd: string, reportDate = "2025-10-30", isQuarterDeclared = true) => ({
  fiscalQuarterEnd,
  reportDate,
  isQuarterDeclared,
});

describe("diluted EPS after GAAP", () => {
  it("is the quarter's fact, not the year's so far, as first filed", () => {
    const facts = [
      fact("2024-09-29", "2025-06-28", 5.62, "2025-08-01"),
      fact("2025-03-30", "2025-06-28", 1.57, "2025-08-01"),
      fact("2025-03-30", "2025-06-28", 0.79, "2026-08-01"),
    ];
    expect(gaapEpsOf(facts, [], quarter("2025-06-30", "2025-07-31"))).toEqual({
      eps: 1.57,
      isDerived: false,
      filed: "2025-08-01",
    });
  });

  it("goes by the report's day where the quarter's name is worked out", () => {
    const facts = [fact("2025-11-02", "2026-01-31", 0.61), fact("2025-08-03", "2025-11-01", 2.2)];
    expect(gaapEpsOf(facts, [], quarter("2025-12-31", "2026-03-05", false))?.eps).toBe(0.61);
    expect(gaapEpsOf(facts.slice(1), [], quarter("2025-12-31", "2026-03-05", false))).toBeNull();
  });

  const year = [fact("2024-09-29", "2025-09-27", 7.46), fact("2024-09-29", "2025-06-28", 5.62, "2025-08-01")];
  const shares = (nine: number, twelve: number) => [
    fact("2024-09-29", "2025-06-28", nine),
    fact("2024-09-29", "2025-09-27", twelve),
  ];

  it("of a fourth quarter is the year less nine months, where the shares stayed", () => {
    expect(gaapEpsOf(year, shares(15_000, 14_900), quarter("2025-09-30"))).toEqual({
      eps: 1.84,
      isDerived: true,
      filed: "2025-10-31",
    });
  });

  it("of a fourth quarter is not worked out after buybacks, or without the number of shares", () => {
    expect(gaapEpsOf(year, shares(15_000, 14_800), quarter("2025-09-30"))).toBeNull();
    expect(gaapEpsOf(year, [], quarter("2025-09-30"))).toBeNull();
    expect(gaapEpsOf(year, shares(0, 0), quarter("2025-09-30"))).toBeNull();
  });
});
