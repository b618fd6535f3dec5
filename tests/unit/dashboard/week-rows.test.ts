import { describe, expect, it } from "vitest";
import type { CalendarRow } from "#contract/calendar.ts";
import {
  countdown,
  largestEdges,
  nextReportToForecast,
  ownRows,
  weekScorecardOf,
} from "../../../src/features/dashboard/welcome/week/rows.ts";

const today = "2026-11-23";

const aRow = (given: Partial<CalendarRow>) =>
  ({
    ...{
      symbol: "ACME",
      fiscalQuarterEnd: "2026-09-30",
      reportDate: today,
      session: "post",
      state: "upcoming",
    },
    ...{
      edge: null,
      edgeVerdict: null,
      beatProbability: null,
      isCorrect: null,
      outcome: null,
      needsPlan: false,
    },
    ...given,
  }) as CalendarRow;
const symbols = (rows: readonly CalendarRow[]) => rows.map(({ symbol }) => symbol);

describe("the week on home", () => {
  it("lists own companies, the next first and those that are out after them", () => {
    const rows = [
      aRow({ symbol: "OUT", reportDate: "2026-11-20", state: "reported" }),
      aRow({ symbol: "LATER", reportDate: "2026-11-30" }),
      aRow({ symbol: "SOON" }),
      aRow({ symbol: "NOT" }),
    ];
    expect(symbols(ownRows(rows, ["LATER", "OUT", "SOON"]))).toEqual(["SOON", "LATER", "OUT"]);
  });

  it("has the largest edges on either side, of reports ahead alone", () => {
    const rows = [
      aRow({ symbol: "UP", edge: 0.1, edgeVerdict: "edge_up" }),
      aRow({ symbol: "DOWN", edge: -0.2, edgeVerdict: "edge_down" }),
      aRow({ symbol: "FLAT", edge: 0.01, edgeVerdict: "no_edge" }),
      aRow({ symbol: "OUT", edge: 0.4, edgeVerdict: "edge_up", state: "reported" }),
      aRow({ symbol: "CLOSED", needsPlan: true }),
    ];
    expect(symbols(largestEdges(rows, 3))).toEqual(["DOWN", "UP"]);
    expect(symbols(largestEdges(rows, 1))).toEqual(["DOWN"]);
  });

  it("counts a toss-up as neither right nor wrong", () => {
    const out = { state: "reported", outcome: "beat" } as const;
    const rows = [
      aRow({ ...out, isCorrect: true, beatProbability: 0.8 }),
      aRow({ ...out, isCorrect: false, beatProbability: 0.2 }),
      aRow({ ...out, isCorrect: true, beatProbability: 0.52 }),
      aRow({ state: "reported", outcome: "miss" }),
    ];
    expect(weekScorecardOf(rows)).toEqual({ right: 1, wrong: 1, toss: 1, settled: 3, beats: 3 });
  });

  it("asks for a call of the next report that is neither locked nor called", () => {
    const rows = [
      aRow({ symbol: "LOCKED", state: "locked" }),
      aRow({ symbol: "CALLED" }),
      aRow({ symbol: "OPEN" }),
    ];
    expect(nextReportToForecast(rows, [{ symbol: "CALLED", fiscalQuarterEnd: "2026-09-30" }])?.symbol).toBe(
      "OPEN",
    );
    expect(nextReportToForecast(rows.slice(0, 1), [])).toBeNull();
  });

  it("counts down to the close or the open in New York, on the day alone", () => {
    const at = (time: string) => Date.parse(`2026-11-23T${time}:00-05:00`);
    expect(countdown(aRow({}), today, at("12:55"))).toBe("in 3 h 05 min");
    expect(countdown(aRow({ session: "pre" }), today, at("09:10"))).toBe("in 20 min");
    expect(countdown(aRow({ session: "pre" }), today, at("09:30"))).toBeNull();
    expect(countdown(aRow({ session: null }), today, at("09:10"))).toBeNull();
    expect(countdown(aRow({}), "2026-11-22", at("09:10"))).toBeNull();
    expect(countdown(aRow({ state: "reported" }), today, at("12:55"))).toBeNull();
  });
});
