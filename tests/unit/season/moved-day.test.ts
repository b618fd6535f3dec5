import { describe, expect, it } from "vitest";
import { easternDay } from "#contract/time.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { completeCompany } from "#season/complete-company.ts";
import type { StoredReport } from "#season/report.ts";
import { seen, storedAfter } from "./a-report.ts";

const now = new Date("2026-03-10T15:00:00Z");

/**
 * Makes the company as its source answers, and the store's report of the same upcoming quarter, which was once
 * expected on another day.
 */
async function aMovedReport(movedFrom: string | null) {
  const company = await sampleMarket().company("AAPL", now);
  const { estimate, reportDate } = company;
  if (estimate.state === "missing" || reportDate.state === "missing") throw new Error("AAPL has both");
  const sighting = seen({
    reportDate: easternDay(reportDate.data.from),
    fiscalQuarterEnd: estimate.data.fiscalQuarterEnd,
    consensusEps: estimate.data.consensusEps,
  });
  const [stored] = storedAfter("2026-03-10", [sighting]);
  const report: StoredReport = { ...(stored as StoredReport), movedFrom };
  const completed = completeCompany(company, [report], now).reportDate;
  return completed.state === "missing" ? null : completed.data;
}

describe("a company's report date, completed by the store", () => {
  it("says the day from which it moved", async () => {
    expect(await aMovedReport("2026-04-02")).toMatchObject({ movedFrom: "2026-04-02" });
  });

  it("says nothing of a move where there was none", async () => {
    expect(await aMovedReport(null)).not.toHaveProperty("movedFrom");
  });
});
