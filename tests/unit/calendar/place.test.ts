import { describe, expect, it } from "vitest";
import type { CalendarRow } from "#contract/calendar.ts";
import {
  calendarLocationOf,
  isFiltered,
  paramsOf,
  requestedDays,
  sectorsOf,
  sortedCalendarRows,
} from "../../../src/features/calendar/calendar-location.ts";

const TODAY = "2026-11-25";
const anyPlace = calendarLocationOf(new URLSearchParams());

function aRow(given: Partial<CalendarRow>): CalendarRow {
  return {
    symbol: "ACME",
    name: "Acme",
    sector: "Energy",
    marketCap: null,
    currency: "USD",
    fiscalQuarterEnd: "2026-09-30",
    reportDate: TODAY,
    session: null,
    isConfirmed: true,
    movedFrom: null,
    consensusEps: 1,
    analystCount: null,
    baseRate: null,
    beatProbability: null,
    edge: null,
    edgeVerdict: null,
    confidence: null,
    needsPlan: false,
    impliedMovePercent: null,
    pastMovePercent: null,
    state: "upcoming",
    stateReason: null,
    outcome: null,
    reportedEps: null,
    revenue: { consensus: null, reported: null, surprisePercent: null },
    isCorrect: null,
    predictionId: null,
    ...given,
  };
}

const order = (items: CalendarRow[], query: string, own: string[] = []) =>
  sortedCalendarRows({ items, today: TODAY, own }, calendarLocationOf(new URLSearchParams(query))).map(
    ({ symbol }) => symbol,
  );

describe("the address", () => {
  it("names weeks, order and filters, and comes back the same", () => {
    const query =
      "view=table&quarter=2026-Q3&from=2026-11-23&weeks=4&sort=edge&day=2026-11-24&sector=Oil+%26+Gas&session=pre&edges=only&own=only";
    expect(paramsOf(calendarLocationOf(new URLSearchParams(query))).toString()).toBe(query);
    expect(isFiltered(anyPlace)).toBe(false);
    expect(paramsOf(anyPlace).toString()).toBe("");
  });

  it("leaves out what it names wrongly", () => {
    const wrong =
      "view=list&quarter=2026-Q9&from=2026-13-01&weeks=9&sort=name&day=today&session=noon&edges=all&own=mine";
    expect(calendarLocationOf(new URLSearchParams(wrong))).toEqual(anyPlace);
  });

  it("asks for whole weeks, and without a first day for those of the market's today", () => {
    expect(requestedDays(anyPlace)).toBeNull();
    expect(requestedDays({ ...anyPlace, from: "2026-12-21", weeks: 2 })).toEqual({
      from: "2026-12-21",
      to: "2027-01-03",
    });
  });
});

describe("the order", () => {
  it("by day begins with today, within a day with the morning's largest and unscored ones last; the days before follow, latest first", () => {
    const rows = [
      aRow({ edge: 0.1, symbol: "OLD", reportDate: "2026-11-23" }),
      aRow({ symbol: "UNSCORED", marketCap: 9e12, session: "pre" }),
      aRow({ edge: 0.1, symbol: "YESTERDAY", reportDate: "2026-11-24" }),
      aRow({ edge: 0.1, symbol: "UNKNOWN" }),
      aRow({ edge: 0.1, symbol: "EVENING", session: "post", marketCap: 9e9 }),
      aRow({ edge: 0.1, symbol: "SMALL", session: "pre", marketCap: 1e9 }),
      aRow({ edge: 0.1, symbol: "LARGE", session: "pre", marketCap: 2e9 }),
      aRow({ edge: 0.1, symbol: "LATER", reportDate: "2026-11-30" }),
      aRow({ edge: 0.1, symbol: "TOMORROW", reportDate: "2026-11-26" }),
    ];
    const expected = [
      ...["LARGE", "SMALL", "EVENING", "UNKNOWN", "UNSCORED", "TOMORROW", "LATER", "YESTERDAY", "OLD"],
    ];
    expect(order(rows, "")).toEqual(expected);
    expect(order(rows.toReversed(), "")).toEqual(expected);
  });

  it("by edge has the largest first on either side, and rows without one last", () => {
    const rows = [
      aRow({ symbol: "NONE" }),
      aRow({ symbol: "UP", edge: 0.05 }),
      aRow({ symbol: "DOWN", edge: -0.09 }),
      aRow({ symbol: "ZERO", edge: 0 }),
    ];
    expect(order(rows, "sort=edge")).toEqual(["DOWN", "UP", "ZERO", "NONE"]);
  });

  it("by size and by implied move likewise", () => {
    const rows = [
      aRow({ symbol: "A", impliedMovePercent: 4 }),
      aRow({ symbol: "B", marketCap: 5 }),
      aRow({ symbol: "C", marketCap: 7, impliedMovePercent: 9 }),
    ];
    expect(order(rows, "sort=size")).toEqual(["C", "B", "A"]);
    expect(order(rows, "sort=move")).toEqual(["C", "A", "B"]);
  });
});

it("filters by day, sector, session, edge and own companies", () => {
  const rows = [
    aRow({ symbol: "A", reportDate: "2026-11-26", session: "pre", edgeVerdict: "edge_up" }),
    aRow({ symbol: "B", sector: null, edgeVerdict: "no_edge" }),
    aRow({ symbol: "C", session: "post", edgeVerdict: "edge_down" }),
  ];
  expect(order(rows, "day=2026-11-26")).toEqual(["A"]);
  expect(order(rows, "sector=Other")).toEqual(["B"]);
  expect(order(rows, "session=unknown")).toEqual(["B"]);
  expect(order(rows, "session=post")).toEqual(["C"]);
  expect(order(rows, "edges=only")).toEqual(["C", "A"]);
  expect(order(rows, "own=only", ["B", "Z"])).toEqual(["B"]);
  expect(order(rows, "own=only")).toEqual([]);
  expect(sectorsOf(rows)).toEqual(["Energy", "Other"]);
});
