import { describe, expect, it } from "vitest";
import { prorationCents } from "../../../src/features/subscribe/proration.ts";

const end = new Date("2026-04-01T12:00:00");

describe("what an upgrade costs today", () => {
  it.each([
    ["the whole difference on the first day", "2026-03-01T12:00:00", 15_000],
    ["its share of the days that are left", "2026-03-16T23:59:59", 7_500],
    ["nothing when the month is over", "2026-04-02T12:00:00", 0],
    ["no more than the difference before it began", "2026-02-20T12:00:00", 15_000],
  ])("is %s", (_, now, cents) => {
    const due = prorationCents(4900, 19_900, end, new Date(now));
    expect(Math.abs(due - cents)).toBeLessThanOrEqual(25);
  });
});
