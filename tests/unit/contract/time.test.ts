import { describe, expect, it } from "vitest";
import { DAY_MS, DAY_SECONDS, daysBetween, easternDay, HOUR_MS, isoDay } from "#contract/time.ts";

it("a day has 24 hours", () => {
  expect([HOUR_MS, DAY_MS, DAY_SECONDS]).toEqual([3_600_000, 86_400_000, 86_400]);
});

describe("the day of an instant", () => {
  it("in UTC", () => {
    expect(["2026-01-27T23:59:59.999Z", 0, new Date("2026-01-28T00:00:00Z")].map(isoDay)).toEqual([
      "2026-01-27",
      "1970-01-01",
      "2026-01-28",
    ]);
    expect(() => isoDay("no date")).toThrow(RangeError);
  });

  it("in New York, before and after its midnight in winter and summer", () => {
    const instants = [
      "2026-01-27T04:59:59Z",
      "2026-01-27T05:00:00Z",
      "2026-07-27T03:59:59Z",
      "2026-07-27T04:00:00Z",
    ];
    expect(instants.map(easternDay)).toEqual(["2026-01-26", "2026-01-27", "2026-07-26", "2026-07-27"]);
  });
});

it("days lie between two ISO days, whatever clocks were changed between them", () => {
  expect(daysBetween("2026-02-28", "2026-04-01")).toBe(32);
  expect(daysBetween("2026-04-01", "2026-02-28")).toBe(-32);
});
