import { describe, expect, it } from "vitest";
import { type CandidateReport, matchQuestion } from "#season/traders/match-question.ts";

const question = { ticker: "HD", companyName: "Home Depot", expectedDay: "2026-08-18" };

function report(over: Partial<CandidateReport> = {}): CandidateReport {
  return {
    symbol: "HD",
    companyName: "The Home Depot, Inc.",
    fiscalQuarterEnd: "2026-07-31",
    reportDate: "2026-08-18",
    ...over,
  };
}

const nextQuarter = report({ fiscalQuarterEnd: "2026-10-31", reportDate: "2026-11-17" });
const lastQuarter = report({ fiscalQuarterEnd: "2026-04-30", reportDate: "2026-05-19" });

describe("a question", () => {
  it("is about the quarter whose report is expected on its day", () => {
    expect(matchQuestion(question, [nextQuarter, report(), lastQuarter])).toEqual(report());
  });

  it("stays with its report when that is postponed by up to 45 days, or a little early", () => {
    for (const reportDate of ["2026-10-02", "2026-07-28"])
      expect(matchQuestion(question, [nextQuarter, report({ reportDate })])).toEqual(report({ reportDate }));
    for (const reportDate of ["2026-10-03", "2026-07-27"])
      expect(matchQuestion(question, [nextQuarter, report({ reportDate })])).toBe("no_report");
  });

  it("is never about a quarter that had not ended on its day, or ended long before", () => {
    expect(
      matchQuestion(question, [report({ fiscalQuarterEnd: "2026-08-31", reportDate: "2026-08-20" })]),
    ).toBe("no_report");
    expect(matchQuestion(question, [report({ fiscalQuarterEnd: "2026-04-19" })])).toBe("no_report");
  });

  it("finds a share class without its dot, and no ticker that only begins alike", () => {
    const brk = report({ symbol: "BRK.B", companyName: "Berkshire Hathaway Inc." });
    const ofBerkshire = { ...question, ticker: "BRKB", companyName: "Berkshire Hathaway" };
    expect(matchQuestion(ofBerkshire, [brk])).toEqual(brk);
    expect(matchQuestion(ofBerkshire, [report({ symbol: "BRK.A" }), report({ symbol: "BRKBX" })])).toBe(
      "unknown_company",
    );
  });

  it.each([
    ["Deere & Co", "Deere & Company", true],
    ["JPMorgan Chase", "JP Morgan Chase & Co.", true],
    ["AT&T", "AT&T Inc.", true],
    ["L'Oréal", "LOreal SA", true],
    [null, "Home Depot", true],
    ["Home Depot", null, true],
    ["Sea", "Carnival Corporation", false],
    ["Harbor Diversified", "The Home Depot, Inc.", false],
  ])("named %s fits a company named %s: %s", (companyName, known, fits) => {
    const known1 = report({ companyName: known });
    expect(matchQuestion({ ...question, companyName }, [known1])).toEqual(fits ? known1 : "other_name");
  });

  it("that fits two quarters is about neither", () => {
    const odd = report({ fiscalQuarterEnd: "2026-06-30", reportDate: "2026-08-14" });
    expect(matchQuestion(question, [report(), odd])).toBe("several_reports");
    // The same quarter under two ends is one report.
    expect(matchQuestion(question, [report(), report({ fiscalQuarterEnd: "2026-08-02" })])).toEqual(report());
  });
});
