import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AiAnalysis } from "#contract/analysis.ts";
import type { Evidence } from "#contract/evidence.ts";
import type { ContributionPoints } from "#contract/prediction.ts";
import { edgePoints } from "#contract/waterfall.ts";
import { factText, strongestReasons } from "../../../src/features/dashboard/results/reasons.ts";
import { reportLine, reportTime } from "../../../src/features/dashboard/results/report-time.ts";

const fact = (label: string, value: number | string | null, unit: string | null = null) =>
  ({ id: "F1", label, value, unit }) as Evidence;

describe("the strongest reasons", () => {
  type Points = Partial<ContributionPoints>;
  const none = {
    historicalAccuracy: null,
    epsTrends: null,
    analystRatings: null,
    marketSentiment: null,
    trend: null,
  };
  const withoutSides: AiAnalysis["argument"] = {
    thesis: {
      statement: "thesis",
      text: "A beat is likely.",
      side: "context",
      points: null,
      evidenceIds: [],
    },
    sections: [],
  };
  const reasonsOf = (points: Points, evidence: Evidence[] = []) =>
    strongestReasons({
      aiAnalysis: { argument: withoutSides, keyFactors: [] },
      model: { baseRate: 0.6, contributions: { start: 60, ...none, ...points } },
      prediction: { beatProbability: 0.7 },
      evidence,
    });
  const short = ({ label, points }: { label: string; points: number | null }) => `${label} ${points}`;

  it("are the steps of the waterfall, two a side, largest first", () => {
    const { raising, lowering, rest } = reasonsOf({
      epsTrends: 4.9,
      marketSentiment: 1.2,
      analystRatings: -0.8,
      historicalAccuracy: 16.9,
      trend: null,
    });
    expect(raising.map(short)).toEqual(["Historical accuracy 16.9", "Past EPS trends 4.9"]);
    expect(lowering.map(short)).toEqual(["Analyst ratings -0.8"]);
    expect(rest, "with them the edge of 10 points").toEqual({
      start: { label: "Model's starting point", points: -12.2 },
      others: 1.2,
    });
  });

  it("leave out groups without data and effects that read as zero", () => {
    const { raising, lowering } = reasonsOf({ marketSentiment: 0.02, historicalAccuracy: -9.6 });
    expect(raising).toEqual([]);
    expect(lowering.map(({ label }) => label)).toEqual(["Historical accuracy"]);
  });

  it("stand beside a fact of their group that has a value", () => {
    const points = { epsTrends: 4.9, analystRatings: -5.1, historicalAccuracy: 16.9 };
    const { raising, lowering } = reasonsOf(points, [
      fact("Beats in the last 8 reports", 7, "reports"),
      fact("Surprise of the last report", null, "%"),
      fact("Consensus EPS against a year ago", -2.18, "%"),
      fact("Mean rating", "buy"),
    ]);
    const texts = [...raising, ...lowering].map((reason) => reason.fact && factText(reason.fact));
    expect(texts).toEqual([
      "Beats in the last 8 reports: 7",
      "Consensus EPS against a year ago: −2.2%",
      "Mean rating: buy",
    ]);
  });

  it("add up to the edge with the model's start and all other inputs, whatever is rounded", () => {
    const points = fc.option(fc.integer({ min: -400, max: 400 }).map((n) => n / 10));
    const share = fc.integer({ min: 1, max: 9_999 }).map((n) => n / 10_000);
    const groups = {
      historicalAccuracy: points,
      epsTrends: points,
      analystRatings: points,
      marketSentiment: points,
      trend: points,
    };
    fc.assert(
      fc.property(fc.record(groups), share, share, (given, baseRate, beatProbability) => {
        const { raising, lowering, rest } = strongestReasons({
          aiAnalysis: { argument: withoutSides, keyFactors: [] },
          model: { baseRate, contributions: { start: 60, ...given } },
          prediction: { beatProbability },
          evidence: [],
        });
        const shown = [...raising, ...lowering].map(({ points }) => points ?? 0);
        const all = [...shown, rest?.start.points ?? 0, rest?.others ?? 0];
        const tenths = all.reduce((sum, one) => sum + Math.round(10 * one), 0);
        expect(tenths / 10).toBe(edgePoints({ baseRate, probability: beatProbability }));
      }),
    );
  });

  it("are none without the model's parts", () => {
    expect(
      strongestReasons({
        aiAnalysis: { argument: withoutSides, keyFactors: [] },
        model: { baseRate: 0.6, contributions: null },
        prediction: { beatProbability: 0.6 },
        evidence: [],
      }),
    ).toEqual({ raising: [], lowering: [], rest: null });
  });
});

describe("when a company reports", () => {
  const now = new Date("2027-01-20T15:00:00Z");
  const report = {
    earningsDate: "2027-01-26T21:15:00.000Z",
    earningsDateEnd: null,
    isEarningsDateEstimate: false,
    isStale: false,
    earningsSession: null,
  };

  it("is said with its time, session and distance", () => {
    expect(reportLine(report, now)).toBe("Reports Jan 26, 2027, 4:15 PM EST, after the close; in 6 days");
    const early = { ...report, earningsDate: "2027-01-26T12:30:00.000Z", isEarningsDateEstimate: true };
    expect(reportLine(early, now)).toBe(
      "Reports Jan 26, 2027, 7:30 AM EST, before the open; in 6 days, estimated",
    );
    const noon = { ...report, earningsDate: "2027-01-26T17:00:00.000Z" };
    expect(reportLine(noon, now)).toContain(", during trading;");
    expect(reportLine(report, new Date("2027-01-26T15:00:00Z"))).toBe(
      "Reports today after the close, Jan 26, 2027, 4:15 PM EST",
    );
  });

  it("is the day with the session that the source gives, or that it is not known", () => {
    const day = {
      ...report,
      earningsDate: "2027-01-26T05:00:00.000Z",
      earningsDateEnd: "2027-01-27T04:59:59.000Z",
    };
    expect(reportLine(day, now)).toBe("Reports Jan 26, 2027, time of day not known; in 6 days");
    expect(reportLine({ ...day, earningsSession: "pre" as const }, now)).toBe(
      "Reports Jan 26, 2027, before the open; in 6 days",
    );
  });

  it("is a range where the source has one", () => {
    const range = { ...report, earningsDateEnd: "2027-01-30T21:00:00.000Z", isEarningsDateEstimate: true };
    expect(reportTime(range)).toBe("Jan 26, 2027 to Jan 30, 2027");
    expect(reportLine(range, now)).toContain("in 6 days at the earliest, estimated");
  });

  it("is one of two days where the source may mean either", () => {
    const either = {
      ...report,
      earningsDate: "2022-02-01T05:00:00.000Z",
      earningsDateEnd: "2022-02-03T04:59:59.000Z",
      isEarningsDateEstimate: true,
    };
    expect(reportTime(either)).toBe("Feb 1, 2022 or Feb 2, 2022");
    expect(reportLine(either, new Date("2022-01-28T15:00:00Z"))).toContain(", time of day not known;");
  });

  it("is said to be unknown or past where it is", () => {
    expect(reportLine({ ...report, earningsDate: null }, now)).toBe("The report date is not known");
    expect(reportLine({ ...report, isStale: true }, now)).toBe(
      "The report of Jan 26, 2027, 4:15 PM EST has passed; the next date is not known",
    );
  });
});
