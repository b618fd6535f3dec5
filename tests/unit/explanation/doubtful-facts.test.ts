import { expect, it } from "vitest";
import type { ReportedQuarter } from "#contract/market-data.ts";
import { openEvidenceSet } from "#explanation/evidence.ts";
import { addHistoryFacts } from "#explanation/facts/history.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { epsHistoryOf } from "#model/earnings.ts";

const now = new Date("2026-03-10T15:00:00Z");

it("a doubtful quarter is evidence with a note, counts nowhere, and is named as left out", async () => {
  const company = await sampleMarket().company("AAPL", now);
  if (company.history.state === "missing") throw new Error("a history was expected");
  const quarters = company.history.data
    .slice(-3)
    .map(
      (quarter, i): ReportedQuarter =>
        i === 1 ? { ...quarter, actual: 300, doubt: "other_basis" } : quarter,
    );
  const history = { ...company.history, data: quarters };
  const evidence = openEvidenceSet(now.toISOString());
  addHistoryFacts(evidence, { ...company, history }, epsHistoryOf(quarters), "USD");
  const end = quarters[1]?.fiscalQuarterEnd ?? "";
  const factOf = (key: string) => evidence.facts.find((fact) => fact.key === key);
  const reason = "the result and the estimate seem to be on different bases or in different currencies";
  expect(factOf(`actual ${end}`)).toMatchObject({ value: 300, note: `Doubtful: ${reason}.` });
  expect(factOf(`surprise ${end}`)).toBeUndefined();
  expect(factOf("countedReports")).toMatchObject({ value: 2 });
  expect(factOf("doubtfulQuarters")).toMatchObject({
    value: 1,
    unit: "reports",
    note: `Shown, but not used: no release of the company that was read settles them. ${end}: ${reason}.`,
  });
});
