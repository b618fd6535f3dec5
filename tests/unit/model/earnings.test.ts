import { describe, expect, it } from "vitest";
import type { ReportedQuarter } from "#contract/market-data.ts";
import {
  certainQuarters,
  epsHistoryOf,
  expectedEpsOf,
  isStale,
  pastQuartersOf,
  resultOf,
} from "#model/earnings.ts";
import { surpriseDistribution } from "#model/surprise-distribution.ts";

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
  it("is the consensus where the company's history is missing", () => {
    expect(expectedEpsOf(2, null)).toEqual({
      eps: 2,
      range: null,
      method: expect.stringContaining("history is missing"),
    });
  });

  it("is the median of the surprise's distribution, with its 80% interval", () => {
    // Half of all outcomes are in the bin from 2.5 to 5%, and a quarter each in the bins from −5 to 0% and from 10
    // to 20%.
    const bins = Float64Array.of(0, 0, 0, 0, 0.25, 0, 0, 0.5, 0, 0.25, 0, 0);
    const distribution = surpriseDistribution(
      { binScores: bins.map(Math.log), beatProbability: 0.75 },
      { binFactors: [], tails: { miss: 1, beat: 1 }, power: 1 },
      { misses: [], beats: [], meetWeight: 0, modelWeight: 1, limit: Number.POSITIVE_INFINITY },
    );
    expect(expectedEpsOf(-2, distribution)).toEqual({
      eps: -1.92,
      range: { low: -2.06, high: -1.68 },
      method:
        "Median of the model's distribution of the surprise; 80% of outcomes lie between -2.06 and -1.68.",
    });
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

describe("a quarter with a doubt", () => {
  const quarters: ReportedQuarter[] = [
    { fiscalQuarterEnd: "2023-12-31", reportDate: "2024-01-25", estimate: 1.35, actual: 1.41 },
    {
      fiscalQuarterEnd: "2024-03-31",
      reportDate: "2024-04-25",
      estimate: -0.15,
      actual: 2.32,
      doubt: "other_basis",
    },
    {
      fiscalQuarterEnd: "2024-06-30",
      reportDate: "2024-07-25",
      estimate: null,
      actual: 1.6,
      doubt: "two_estimates",
    },
  ];

  it("is shown with its doubt, and without a surprise when the doubt concerns the result", () => {
    expect(epsHistoryOf(quarters)).toMatchObject([
      { fiscalQuarterEnd: "2024-06-30", actual: 1.6, surprise: null, doubt: "two_estimates" },
      { fiscalQuarterEnd: "2024-03-31", actual: 2.32, estimate: -0.15, surprise: null, doubt: "other_basis" },
      { fiscalQuarterEnd: "2023-12-31", surprise: 0.06 },
    ]);
    expect(epsHistoryOf(quarters)[2]).not.toHaveProperty("doubt");
  });

  it("is no input of the model when the doubt concerns the result", () => {
    expect(certainQuarters(quarters).map(({ actual }) => actual)).toEqual([1.41, 1.6]);
  });
});
