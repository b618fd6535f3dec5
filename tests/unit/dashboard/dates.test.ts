import { describe, expect, it } from "vitest";
import { easternDay } from "#contract/time.ts";
import {
  calendarDayShort,
  calendarMonth,
  dayInSentence,
  relativeDayLabel,
  relativeTimeText,
} from "#lib/dates.ts";

describe("dates beside how far away they are", () => {
  const now = new Date(2026, 10, 21, 23, 30);

  it.each([
    ["2026-11-21", "today"],
    ["2026-11-22", "tomorrow"],
    ["2026-11-20", "yesterday"],
    ["2027-01-26", "in 66 days"],
    ["2026-11-12", "9 days ago"],
  ])("tells the calendar date %s as %s", (date, text) => {
    expect(relativeDayLabel(date, now)).toBe(text);
  });

  it.each([
    ["2026-11-22", "tomorrow"],
    ["2026-12-05", "in 14 days"],
    ["2026-11-07", "14 days ago"],
    ["2026-12-06", "on Dec 6, 2026"],
    ["2026-11-06", "on Nov 6, 2026"],
  ])("has %s in a sentence as %s", (date, text) => {
    expect(dayInSentence(date, now)).toBe(text);
  });

  it("tells moments by the larger unit", () => {
    expect(relativeTimeText(new Date(2026, 10, 21, 20, 30), now)).toBe("3 hours ago");
  });

  it("never shifts a calendar date by the reader's zone", () => {
    expect(calendarDayShort("2026-01-01")).toBe("Jan 1, 2026");
    expect([calendarMonth("2026-01-05"), calendarMonth("2026-02-05")]).toEqual(["Jan 2026", "Feb"]);
  });

  it("knows the day of a report in New York, whatever day it is in UTC", () => {
    expect(easternDay("2026-01-27T02:30:00Z")).toBe("2026-01-26");
  });
});
