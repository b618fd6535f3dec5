import { describe, expect, it } from "vitest";
import { proratedCalls, prorationCents, remainingMonthFraction } from "#contract/subscription.ts";

// August has 31 days and no clock change.
const end = new Date("2026-09-01T12:00:00Z");

describe("what an upgrade costs today", () => {
  it.each([
    ["the whole difference on the first day", "2026-08-01T12:00:00Z", 15_000],
    ["its share of the days that are left", "2026-08-16T12:00:00Z", 7742],
    ["nothing when the month is over", "2026-09-02T12:00:00Z", 0],
    ["no more than the difference before it began", "2026-07-20T12:00:00Z", 15_000],
  ])("is %s", (_, now, cents) => {
    expect(prorationCents(4900, 19_900, remainingMonthFraction(end, new Date(now)))).toBe(cents);
  });
});

describe("the further calls of a dearer plan", () => {
  const end = new Date("2026-04-01T00:00:00Z");
  it.each([
    ["2026-03-01T00:00:00Z", 400],
    ["2026-03-24T06:00:00Z", 100],
    ["2026-04-01T00:00:00Z", 0],
  ])("from %s are %i of 400", (now, calls) => {
    expect(proratedCalls(100, 500, remainingMonthFraction(end, new Date(now)))).toBe(calls);
  });

  it("have no number where the dearer plan has no limit", () => {
    expect(proratedCalls(500, null, 1)).toBeNull();
  });
});
