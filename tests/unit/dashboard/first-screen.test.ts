import { describe, expect, it } from "vitest";
import type { Evidence } from "#contract/evidence.ts";
import { factText, strongestReasons } from "../../../src/features/dashboard/results/reasons.ts";
import { reportLine, reportTime } from "../../../src/features/dashboard/results/report-time.ts";

const fact = (label: string, value: number | string | null, unit: string | null = null) =>
  ({ id: "F1", label, value, unit }) as Evidence;

describe("the strongest reasons", () => {
  type LogOdds = Record<
    "epsTrends" | "marketSentiment" | "analystRatings" | "historicalAccuracy",
    number | null
  >;
  const reasonsOf = (logOdds: LogOdds, beatProbability: number, evidence: Evidence[] = []) =>
    strongestReasons({
      aiAnalysis: { transparencyBreakdown: { logOdds } as never },
      model: { baseRate: 0.6 },
      prediction: { beatProbability },
      evidence,
    });
  const short = ({ label, pointsText }: { label: string; pointsText: string | null }) =>
    `${label} ${pointsText}`;

  it("are the steps of the waterfall, two a side, largest first", () => {
    const logOdds = { epsTrends: 0.3, marketSentiment: 0.1, analystRatings: -0.05, historicalAccuracy: 0.8 };
    const { raising, lowering } = reasonsOf(logOdds, 0.78);
    expect(raising.map(short)).toEqual(["Historical accuracy +16.9 points", "Past EPS trends +4.9 points"]);
    expect(lowering.map(short)).toEqual(["Overlap of the groups −4.6 points", "Analyst ratings −0.8 points"]);
    expect(lowering.map(({ note }) => note)).toEqual([
      "What they share with each other and with the base rate counts once",
      null,
    ]);
    expect(reasonsOf(logOdds, 0.9).raising.find(({ label }) => label.startsWith("Overlap"))?.note).toBeNull();
  });

  it("leave out groups without data and effects that read as zero", () => {
    const logOdds = {
      epsTrends: null,
      marketSentiment: 0.001,
      analystRatings: null,
      historicalAccuracy: -0.4,
    };
    const probability = 1 / (1 + Math.exp(-(Math.log(1.5) + 0.001 - 0.4)));
    const { raising, lowering } = reasonsOf(logOdds, probability);
    expect(raising).toEqual([]);
    expect(lowering.map(({ label }) => label)).toEqual(["Historical accuracy"]);
  });

  it("stand beside a fact of their group that has a value", () => {
    const logOdds = { epsTrends: 0.3, marketSentiment: null, analystRatings: -0.3, historicalAccuracy: 0.8 };
    const { raising, lowering } = reasonsOf(logOdds, 0.75, [
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
      null,
    ]);
  });

  it("are none without the model's parts", () => {
    const none = { aiAnalysis: { transparencyBreakdown: null }, evidence: [] };
    expect(
      strongestReasons({ ...none, model: { baseRate: 0.6 }, prediction: { beatProbability: 0.7 } }),
    ).toEqual({ raising: [], lowering: [] });
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

  it("is said to be unknown or past where it is", () => {
    expect(reportLine({ ...report, earningsDate: null }, now)).toBe("The report date is not known");
    expect(reportLine({ ...report, isStale: true }, now)).toBe(
      "The report of Jan 26, 2027, 4:15 PM EST has passed; the next date is not known",
    );
  });
});
