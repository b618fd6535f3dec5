import { describe, expect, it } from "vitest";
import { epsHistoryOf, expectedEpsOf, isStale, pastQuartersOf, resultOf } from "#analysis/earnings.ts";
import type { ReportedQuarter } from "#market/port.ts";

const quarter = (
  estimate: number | null,
  actual: number,
  fiscalQuarterEnd = "2024-12-31",
): ReportedQuarter => ({
  fiscalQuarterEnd,
  reportDate: null,
  estimate,
  actual,
});

describe("the result of a report", () => {
  it.each([
    [1.5, 1.51, "beat"],
    [1.5, 1.49, "miss"],
    [1.5, 1.5, "met"],
    [1.504, 1.5, "met"],
    [2.66033, 2.65, "miss"],
    [null, 1, null],
  ])("expected %f and reported %f is %s", (estimate, actual, result) => {
    expect(resultOf({ estimate, actual })).toBe(result);
  });

  it("a surprise is a share of the absolute estimate, and none of an estimate of zero", () => {
    expect(epsHistoryOf([quarter(-0.5, -0.4), quarter(0, 0.1), quarter(null, 1)])).toMatchObject([
      { surprise: null, surprisePercent: null },
      { surprise: 0.1, surprisePercent: null },
      { surprise: 0.1, surprisePercent: 20 },
    ]);
  });
});

describe("our own expectation", () => {
  it("is the consensus where no surprise is known", () => {
    expect(expectedEpsOf(2, [quarter(null, 3)]).eps).toBe(2);
  });

  it("adds the median surprise, drawn towards zero by two quarters", () => {
    // Median of 0.1, 0.2 and 0.9 is 0.2; 0.2 · 3 / 5 = 0.12.
    const past = [quarter(1, 1.1), quarter(1, 1.2), quarter(1, 1.9)];
    expect(expectedEpsOf(2, past)).toEqual({
      eps: 2.12,
      method: expect.stringContaining("the last 3 quarters"),
    });
  });

  it("never moves by more than 15% of the consensus", () => {
    expect(expectedEpsOf(1, [quarter(1, 9), quarter(1, 9)]).eps).toBe(1.15);
    expect(expectedEpsOf(0.01, [quarter(1, -9), quarter(1, -9)]).eps).toBe(-0.01);
  });
});

describe("days of reports", () => {
  it("a day that is not known is as long after the quarter as the coming report is", () => {
    const [past] = pastQuartersOf([quarter(1, 1)], {
      fiscalQuarterEnd: "2025-03-31",
      reportDate: "2025-04-24",
    });
    expect(past?.reportDate).toBe("2025-01-24");
    const [usual] = pastQuartersOf([quarter(1, 1)], { fiscalQuarterEnd: null, reportDate: null });
    expect(usual?.reportDate).toBe("2025-01-30");
  });

  it("a report is stale once the last day of its range has passed", () => {
    const report = {
      from: "2025-02-20T21:00:00Z",
      to: "2025-02-24T21:00:00Z",
      isEstimate: true,
      session: null,
    };
    expect(isStale(report, new Date("2025-02-24T20:00:00Z"))).toBe(false);
    expect(isStale(report, new Date("2025-02-24T22:00:00Z"))).toBe(true);
  });
});
