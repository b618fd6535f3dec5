import { describe, expect, it } from "vitest";
import { type ImportedQuarter, olderQuarters } from "#analysis/imported-quarters.ts";
import type { PastQuarter } from "#analysis/model/history.ts";

const imported = (...days: string[]): ImportedQuarter[] =>
  days.map((reportDate) => ({ reportDate, epsEstimate: 1, epsActual: 1.1, source: "history.csv" }));
const live = (...days: string[]): PastQuarter[] =>
  days.map((reportDate) => ({ reportDate, isDayKnown: false, epsEstimate: 1, epsActual: 1.1 }));
const daysOf = (quarters: readonly ImportedQuarter[]) => quarters.map((quarter) => quarter.reportDate);

describe("imported quarters", () => {
  it("go on where the live ones end, and a report that both have counts once", () => {
    const older = olderQuarters(
      live("2024-10-30", "2024-07-30", "2024-04-30"),
      imported("2023-08-01", "2023-11-01", "2024-02-01", "2024-04-25", "2024-05-03", "2024-08-01"),
      "2025-01-15",
    );
    expect(daysOf(older)).toEqual(["2024-02-01", "2023-11-01", "2023-08-01"]);
  });

  it("end at a hole of more than two quarters", () => {
    const older = olderQuarters(
      live("2024-10-30"),
      imported("2024-07-30", "2024-05-01", "2023-08-01", "2023-05-01"),
      "2025-01-15",
    );
    expect(daysOf(older)).toEqual(["2024-07-30", "2024-05-01"]);
  });

  it("count for nothing when they ended long before the live ones", () => {
    expect(olderQuarters(live("2024-10-30"), imported("2020-10-30", "2020-07-30"), "2025-01-15")).toEqual([]);
  });

  it("stand alone where the source has none, without any of the day or later", () => {
    const older = olderQuarters([], imported("2025-01-15", "2025-01-14", "2024-10-14"), "2025-01-15");
    expect(daysOf(older)).toEqual(["2025-01-14", "2024-10-14"]);
  });
});
