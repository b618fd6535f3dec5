import { describe, expect, it } from "vitest";
import { fiscalMonthOf, likelyFiscalMonth, nearestMonthEnd, quarterEnds } from "#market/fiscal-quarters.ts";

describe("fiscal quarters", () => {
  it.each([
    [
      "a calendar year",
      2,
      ["2025-01-30", "2025-05-01", "2025-07-31"],
      ["2024-12-31", "2025-03-31", "2025-06-30"],
    ],
    [
      "a year to January",
      0,
      ["2025-02-26", "2025-05-28", "2025-08-27"],
      ["2025-01-31", "2025-04-30", "2025-07-31"],
    ],
    ["a leap year's February", 1, ["2024-03-14", "2024-06-13"], ["2024-02-29", "2024-05-31"]],
    ["late reports", 2, ["2025-03-28", "2025-05-15"], ["2024-12-31", "2025-03-31"]],
    [
      "quarters of twelve weeks, reported before the month is out",
      1,
      ["2024-12-12", "2025-03-06", "2025-05-29", "2025-09-25"],
      ["2024-11-30", "2025-02-28", "2025-05-31", "2025-08-31"],
    ],
  ])("of %s are named by their ends", (_, month, reportDays, ends) => {
    expect(quarterEnds(reportDays, month)).toEqual(ends);
  });

  it.each([
    ["2025-09-27", "2025-09-30"],
    ["2025-02-01", "2025-01-31"],
    ["2026-01-31", "2026-01-31"],
    ["2024-03-02", "2024-02-29"],
  ])("%s is quoted as %s", (day, end) => {
    expect(nearestMonthEnd(day)).toBe(end);
  });

  it("follow from the ends of fiscal years, where they are known", () => {
    expect(fiscalMonthOf(["2025-09-27", "2024-09-28", "2019-06-30"])).toBe(2);
    expect(fiscalMonthOf(["2026-01-31", "2024-12-31"])).toBe(0);
    expect(fiscalMonthOf(["2025-02-01"])).toBe(0);
    expect(fiscalMonthOf([])).toBeNull();
  });

  it("are otherwise taken to end about thirty days before their reports", () => {
    expect(likelyFiscalMonth(["2025-01-30", "2025-05-01", "2025-07-31", "2025-10-30"])).toBe(2);
    expect(likelyFiscalMonth(["2025-02-26", "2025-05-28", "2025-08-27"])).toBe(0);
  });
});
