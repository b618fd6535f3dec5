import { expect, it } from "vitest";
import { DAY_MS, daysOfWeek, isoDay, weekOf } from "#contract/time.ts";

it.each([
  ["2026-11-23", "2026-W48"],
  ["2026-11-29", "2026-W48"],
  ["2027-01-01", "2026-W53"],
  ["2024-12-30", "2025-W01"],
  ["2023-01-01", "2022-W52"],
])("%s lies in %s", (day, week) => {
  expect(weekOf(day)).toBe(week);
});

it("every day of forty years lies in the week that its days say", () => {
  for (let at = Date.UTC(1995, 0, 1); at < Date.UTC(2035, 0, 1); at += DAY_MS) {
    const day = isoDay(at);
    const { monday = "", sunday = "" } = daysOfWeek(weekOf(day)) ?? {};
    expect([day, monday <= day && day <= sunday]).toEqual([day, true]);
  }
});

it("a week runs from Monday to Sunday", () => {
  expect(daysOfWeek("2026-W48")).toEqual({ monday: "2026-11-23", sunday: "2026-11-29" });
});

it.each(["2025-W53", "2026-W00", "2026-W54", "2026-w48", "2026-W4", "2026-48", "", "0000-W01", "2026-W48 "])(
  "%j is no week",
  (week) => {
    expect(daysOfWeek(week)).toBeNull();
  },
);
