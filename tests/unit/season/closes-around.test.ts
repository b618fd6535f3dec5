import { expect, it } from "vitest";
import { closesAround } from "#season/closes-around.ts";

/** A week of 2026 that includes a weekend. */
const bars = ["2026-10-26", "2026-10-27", "2026-10-28", "2026-10-29", "2026-10-30", "2026-11-02"].map(
  (date, i) => ({ date, close: 100 + i }),
);
const days = (day: string, session: "pre" | "post" | null) => {
  const { fromDay, toDay } = closesAround(bars, day, session);
  return [fromDay, toDay];
};

it("before the open: from the close before to that day's", () => {
  expect(days("2026-10-28", "pre")).toEqual(["2026-10-27", "2026-10-28"]);
});

it("after the close: from that day's to the next, over a weekend too", () => {
  expect(days("2026-10-28", "post")).toEqual(["2026-10-28", "2026-10-29"]);
  expect(days("2026-10-30", "post")).toEqual(["2026-10-30", "2026-11-02"]);
});

it("with an unknown hour: the day lies between the two", () => {
  expect(days("2026-10-28", null)).toEqual(["2026-10-27", "2026-10-29"]);
});

it.each([
  ["the close after is not there", "2026-11-02", "post"],
  ["the close before is not there", "2026-10-26", "pre"],
  ["the bars end long before", "2026-12-20", null],
] as const)("none where %s", (_, day, session) => {
  expect(closesAround(bars, day, session)).toEqual({
    fromDay: null,
    toDay: null,
    fromClose: null,
    toClose: null,
  });
});

it("none where the closes are weeks apart", () => {
  const sparse = [bars[0], { date: "2026-11-20", close: 1 }].flatMap((bar) => bar ?? []);
  expect(closesAround(sparse, "2026-10-28", null).toDay).toBeNull();
});
