import { expect, it } from "vitest";
import { PlanNotice } from "../../../src/features/calendar/notices.tsx";
import { textOf } from "../screens/drawn.ts";

it("the calendar says why it has no prediction while the past is read, and then what a plan opens", () => {
  const waitsFor = { read: 12, ranges: 146 };
  expect(textOf(PlanNotice, { opens: "all", waitsFor })).toBe(
    "Predictions begin once past reports have been read, 12 of 146 parts so far. A report that comes out before then is not on the record.",
  );
  expect(textOf(PlanNotice, { opens: "all", waitsFor: null })).toBe("");
  expect(textOf(PlanNotice, { opens: "largest", waitsFor: null })).toContain("20 largest companies");
});
