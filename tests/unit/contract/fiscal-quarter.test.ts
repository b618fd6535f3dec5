import { expect, it } from "vitest";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { nearestMonthEnd } from "#market/fiscal-quarters.ts";

it.each([
  ["2025-06-27", "2025-06-30", true, "a last week's day and its month end"],
  ["2025-02-16", "2025-02-28", true, "twelve days, as quarters of whole weeks have"],
  ["2025-05-11", "2025-04-30", true, "eleven days after the month end that names it"],
  ["2025-08-15", "2025-07-31", true, "fifteen days"],
  ["2025-08-15", "2025-08-31", true, "sixteen days, the furthest that a day lies from a month end beside it"],
  ["2025-08-14", "2025-08-31", false, "seventeen days"],
  ["2025-02-28", "2025-03-31", false, "two month ends"],
  ["2025-03-31", "2025-06-30", false, "two quarters"],
])("%s and %s: %s (%s)", (one, other, isSame) => {
  expect(isSameQuarter(one, other)).toBe(isSame);
  expect(isSameQuarter(other, one)).toBe(isSame);
});

it("holds for every day and the month end that a source rounds it to", () => {
  for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2026, 0, 1); day += 86_400_000) {
    const text = new Date(day).toISOString().slice(0, 10);
    expect(isSameQuarter(text, nearestMonthEnd(text)), text).toBe(true);
  }
});

it("is not there where an end is not known", () => {
  expect(isSameQuarter(null, "2025-06-30")).toBe(false);
  expect(isSameQuarter(null, null)).toBe(false);
});
