import { describe, expect, it } from "vitest";
import { easternDay } from "#contract/time.ts";
import { locksAtOf, reportsAtOf } from "#season/upcoming/lock-times.ts";

const times = (reportDate: string, session: "post" | null) =>
  [locksAtOf, reportsAtOf].map((of) => of({ reportDate, session }).toISOString());

describe("a lock lies before its report", () => {
  it.each([
    // The clocks of New York go back on the first Sunday of November and forward on the second Sunday of March.
    ["2026-10-30", "2026-10-29T21:00:00.000Z", "2026-10-30T04:00:00.000Z", "2026-10-30T20:00:00.000Z"],
    ["2026-11-01", "2026-10-31T21:00:00.000Z", "2026-11-01T04:00:00.000Z", "2026-11-01T21:00:00.000Z"],
    ["2026-11-02", "2026-11-01T22:00:00.000Z", "2026-11-02T05:00:00.000Z", "2026-11-02T21:00:00.000Z"],
    ["2026-03-06", "2026-03-05T22:00:00.000Z", "2026-03-06T05:00:00.000Z", "2026-03-06T21:00:00.000Z"],
    ["2026-03-08", "2026-03-07T22:00:00.000Z", "2026-03-08T05:00:00.000Z", "2026-03-08T20:00:00.000Z"],
    ["2026-03-09", "2026-03-08T21:00:00.000Z", "2026-03-09T04:00:00.000Z", "2026-03-09T20:00:00.000Z"],
    // These are ends of months, the end of a year, and a leap day.
    ["2026-12-01", "2026-11-30T22:00:00.000Z", "2026-12-01T05:00:00.000Z", "2026-12-01T21:00:00.000Z"],
    ["2027-01-01", "2026-12-31T22:00:00.000Z", "2027-01-01T05:00:00.000Z", "2027-01-01T21:00:00.000Z"],
    ["2028-03-01", "2028-02-29T22:00:00.000Z", "2028-03-01T05:00:00.000Z", "2028-03-01T21:00:00.000Z"],
  ])("on %s, whatever clocks and calendars do around it", (day, eveningBefore, midnight, close) => {
    expect(times(day, null)).toEqual([eveningBefore, midnight]);
    expect(times(day, "post")).toEqual([close, close]);
  });

  it.each([
    ["2026-11-27", "2026-11-27T18:00:00.000Z"],
    ["2026-12-24", "2026-12-24T18:00:00.000Z"],
    ["2028-07-03", "2028-07-03T17:00:00.000Z"],
  ])("at 1:00 PM on the half day %s, for a report after the close", (day, close) => {
    expect(times(day, "post")).toEqual([close, close]);
  });

  it("on the evening of the holiday itself, for a report before the open on the day after one", () => {
    expect(locksAtOf({ reportDate: "2026-11-27", session: "pre" }).toISOString()).toBe(
      "2026-11-26T22:00:00.000Z",
    );
  });

  it("on every day of two years: in daylight of the day before, or at the close of the day itself", () => {
    for (let at = Date.parse("2026-01-01"); at < Date.parse("2028-01-01"); at += 86_400_000) {
      const reportDate = new Date(at).toISOString().slice(0, 10);
      const [locks, reports] = [locksAtOf, reportsAtOf].map((of) => of({ reportDate, session: null }));
      expect(Number(reports) - Number(locks), reportDate).toBeGreaterThanOrEqual(7 * 3_600_000);
      expect(easternDay(reports ?? ""), reportDate).toBe(reportDate);
      expect(easternDay(new Date(Number(reports) - 1)), reportDate).not.toBe(reportDate);
    }
  });
});
