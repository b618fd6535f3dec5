import { createElement } from "react";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { CalendarRow } from "#contract/calendar.ts";
import { ReportRow } from "../../../src/features/calendar/report-row.tsx";
import { Tile } from "../../../src/ui/domain/board/tile.tsx";
import { ProbabilityBar } from "../../../src/ui/domain/probability-bar.tsx";
import { markupOf, textOf } from "../screens/drawn.ts";

const row = (beatProbability: number, baseRate: number) =>
  ({
    symbol: "COST",
    name: "Costco",
    sector: null,
    marketCap: 400e9,
    currency: "USD",
    reportDate: "2026-12-09",
    session: "post",
    isConfirmed: true,
    movedFrom: null,
    consensusEps: 4.1,
    ...{
      revenue: { consensus: null, reported: null, surprisePercent: null },
      fiscalQuarterEnd: "2026-11-30",
    },
    state: "upcoming",
    outcome: null,
    isCorrect: null,
    reportedEps: null,
    needsPlan: false,
    beatProbability,
    baseRate,
    edge: beatProbability - baseRate,
    impliedMovePercent: null,
    edgeVerdict: beatProbability < baseRate ? "edge_down" : "edge_up",
  }) as CalendarRow;

const tileOf = (given: CalendarRow) =>
  markupOf(Tile, { row: given, at: 0, isActive: true, today: "2026-12-09", href: "/" });
const rowOf = (given: CalendarRow) =>
  textOf(MemoryRouter, {
    children: createElement(ReportRow, {
      row: given,
      at: 0,
      today: "2026-12-09",
      isMember: true,
      isActive: true,
      onActive: () => undefined,
      isDayShown: false,
      hasMoves: false,
    }),
  });

describe("a probability near one half is a toss-up in words, on the board and in the table", () => {
  it("from 45 to 55%, whatever its edge", () => {
    const tile = tileOf(row(0.504, 0.72));
    expect(tile).toContain(">50% toss-up<");
    expect(tile).toContain("50% to beat, a toss-up, −22 points");
    expect(tile).toContain('data-tone="down-3"');
    expect(rowOf(row(0.504, 0.72))).toContain("50% toss-up, −22 points");
  });

  it("and elsewhere none", () => {
    for (const drawn of [tileOf(row(0.84, 0.72)), rowOf(row(0.84, 0.72))])
      expect(drawn).not.toContain("toss");
    expect(tileOf(row(0.84, 0.72))).toContain(">84% +12<");
  });
});

it("a bar has the color of its edge, never of its side", () => {
  const barOf = (probability: number, edgeVerdict: "edge_up" | "edge_down" | "no_edge" | null) =>
    /--c-([a-z-]+)\)/.exec(
      markupOf(ProbabilityBar, { label: "x", probability, baseRate: 0.7, edgeVerdict }),
    )?.[1];
  expect(barOf(0.9, "edge_up")).toBe("positive-solid");
  expect(barOf(0.51, "edge_down")).toBe("negative-solid");
  expect(barOf(0.7, "no_edge")).toBe("muted");
  expect(barOf(0.7, null)).toBe("muted");
});
