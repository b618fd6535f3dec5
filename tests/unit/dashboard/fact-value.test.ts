import { expect, it } from "vitest";
import { valueText } from "#ui/domain/evidence-table.tsx";

it.each([
  ["2027-01-26T21:15:00.000Z", null, "Jan 26, 2027, 4:15 PM EST"],
  ["2026-07-28T12:00:00Z", null, "Jul 28, 2026, 8:00 AM EDT"],
  ["2026-12-31", null, "Dec 31, 2026"],
  ["2026-12-31 is the end of the quarter", null, "2026-12-31 is the end of the quarter"],
  [1.25, "USD", "$1.25"],
  [3_512_000_000, "USD", "3.5B USD"],
  [61.054054, "points", "61.1 points"],
  [1, "points", "1 point"],
  [1, "reports", "1 report"],
  [1, "analysts", "1 analyst"],
  [12.3456, "%", "12.3%"],
  [12, "%", "12%"],
  [null, "%", "—"],
])("the fact %s in %s is shown as %s", (value, unit, text) => {
  expect(valueText({ value, unit })).toBe(text);
});
