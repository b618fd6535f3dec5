import { describe, expect, it } from "vitest";
import { seen, storedAfter } from "./a-report.ts";

const TODAY = "2025-05-02";
const revenue = (consensus: number | null, reported: number | null = null) => ({ consensus, reported });
const coming = seen({ reportDate: "2025-05-01", consensusEps: 1.2, revenue: revenue(900) });
const out = seen({ ...coming, reportedEps: 1.3, revenue: revenue(910, 950) });
const revenueAfter = (...answers: Parameters<typeof storedAfter>[1][]) => {
  const [report] = storedAfter(TODAY, ...answers);
  return [report?.consensusRevenue, report?.reportedRevenue];
};

describe("revenue of a report that is seen again", () => {
  it("follows the source until the report, and then is the source's pair", () => {
    expect(revenueAfter([coming])).toEqual([900, null]);
    expect(revenueAfter([coming], [{ ...coming, revenue: revenue(905) }])).toEqual([905, null]);
    expect(revenueAfter([coming], [out])).toEqual([910, 950]);
    expect(revenueAfter([coming], [{ ...out, revenue: revenue(null, 950) }])).toEqual([900, 950]);
  });

  it("is not lost to a source without revenue, whichever answers last", () => {
    const other = { source: "Other", revenue: undefined };
    expect(revenueAfter([coming], [{ ...coming, ...other }])).toEqual([900, null]);
    expect(revenueAfter([coming], [out], [{ ...out, ...other, reportedEps: 1.31 }])).toEqual([910, 950]);
  });

  it("never sets one source's figure beside another's consensus", () => {
    const other = { ...out, source: "Other", revenue: revenue(null, 870) };
    expect(revenueAfter([coming], [other])).toEqual([null, 870]);
    expect(revenueAfter([coming], [out], [other])).toEqual([910, 950]);
  });

  it("of a past report is not changed by a consensus alone", () => {
    expect(revenueAfter([coming], [out], [{ ...out, revenue: revenue(1_000) }])).toEqual([910, 950]);
  });
});
