import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pastReactionsSchema, type TypicalMove } from "#contract/past-reactions.ts";
import { type SurpriseBand, surpriseBands } from "#contract/rules.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { pastReactionsOf, reactionAfter, shippedReactions } from "#model/reactions.ts";
import { surpriseDistribution } from "#model/surprise-distribution.ts";
import { reactionFinding } from "../../../src/features/dashboard/results/findings.ts";
import { PastReactionsTable } from "../../../src/features/dashboard/results/past-reactions.tsx";

/** Reports by day, against a consensus of 1.00: the reported EPS and the stock's move in percent. */
const reports: [day: string, actual: number, move: number][] = [
  ["2026-01-26", 1.1, -3],
  ["2025-10-27", 1.05, 4],
  ["2025-07-28", 1.02, 1],
  ["2025-04-28", 1, 9],
  ["2025-01-27", 0.95, -8],
];
const history = reports.map(([reportDate, actual]) => ({
  reportDate,
  actual,
  estimate: 1,
  fiscalQuarterEnd: "2025-12-31",
}));
const move = (impliedMovePercent: number | null): ImpliedMove => ({
  impliedMovePercent,
  method: null,
  straddlePercent: null,
  expiry: null,
  straddle: null,
  strike: null,
  spot: null,
  pastMoves: reports.map(([reportDate, , movePercent]) => ({ reportDate, movePercent, result: null })),
  averagePastMovePercent: 5,
  beatsThatRose: null,
});
const surprise = surpriseDistribution(
  { binScores: new Float64Array(12), beatProbability: 0.7 },
  { binFactors: Array(12).fill(1), tails: { miss: 2, beat: 2 }, power: 1 },
  { misses: [], beats: [], meetWeight: 0, modelWeight: 1, limit: Number.POSITIVE_INFINITY },
);
const roseAfter = (band: SurpriseBand) =>
  `${Math.round(100 * (reactionAfter(band, null)?.shareRose ?? Number.NaN))}%`;
const inWords = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
const none = { counts: null, own: [] };
const known = {
  size: "large",
  sector: "Technology",
  surprise,
  history,
  move: move(5),
  moves: none,
} as const;
const read = (reactions: ReturnType<typeof pastReactionsOf>, impliedMovePercent: number | null) =>
  renderToStaticMarkup(
    createElement(PastReactionsTable, {
      reactions,
      symbol: "AAPL",
      move: {
        impliedMovePercent,
        straddlePercent: null,
        straddle: impliedMovePercent === null ? null : 12.3,
      },
      currency: "USD",
    }),
  )
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("what a beat has meant", () => {
  it("gives each size of surprise its probability, what shares did after it, and what this one did", () => {
    const reactions = pastReactionsOf(known);
    expect(pastReactionsSchema.parse(reactions)).toEqual(reactions);
    expect(reactions.rows.map(({ band, own }) => [band, own.n, own.rose])).toEqual([
      ["beatBy5OrMore", 2, 1],
      ["beat", 1, 1],
      ["meet", 1, 1],
      ["miss", 0, 0],
      ["missBy5OrMore", 1, 0],
    ]);
    expect(reactions.rows.reduce((sum, { probability }) => sum + (probability ?? 0), 0)).toBeCloseTo(1, 3);
    const [large] = reactions.rows;
    const counted = reactionAfter("beatBy5OrMore", "Technology");
    expect(large).toMatchObject({ n: counted?.n, isOfSector: true });
    expect(large?.shareRose).toBeCloseTo(counted?.shareRose ?? 0, 3);
  });

  it("says how far a share moves on such a report, beside how often the implied move was exceeded", () => {
    const { typicalMove, beyondImplied } = pastReactionsOf(known);
    expect(beyondImplied).toEqual({ n: 5, larger: 2 });
    expect(pastReactionsOf({ ...known, move: move(null) }).beyondImplied).toBeNull();
    expect(typicalMove).toMatchObject({ own: 5, size: "large", sector: "Technology", isOfFit: true });
    expect(pastReactionsOf({ ...known, surprise: null }).typicalMove).toEqual(typicalMove);
  });

  it("takes a stored move of a report before the one computed from daily prices, and adds those that have none", () => {
    const ofClass = { n: 500, sum: 2_000, from: "2025-01-02", to: "2026-11-20" };
    const counts = { isOfFit: false, classes: { all: ofClass }, meanFactor: 1.25, coverFactor: 2 };
    const own = [
      { day: "2026-04-27", percent: -10 },
      { day: "2026-01-26", percent: 6 },
    ];
    const { typicalMove } = pastReactionsOf({ ...known, moves: { counts, own } });
    // The own moves are 10, 6, 4, 1, 9 and 8; the class counts as eight of 4%.
    const expected = (10 + 6 + 4 + 1 + 9 + 8 + 8 * 4) / 14;
    expect(typicalMove?.own).toBe(6);
    expect(typicalMove?.percent).toBeCloseTo(1.25 * expected, 2);
    expect(typicalMove?.bandPercent).toBeCloseTo(2 * expected, 2);
  });

  it("says on the page that a beat is no rise, and forecasts no direction", () => {
    const reactions = pastReactionsOf({ ...known, sector: null });
    const text = read(reactions, 5);
    expect(reactionFinding(reactions)).toBe(
      `A beat does not mean that the stock rises. After beats of 5% or more the share rose ${roseAfter("beatBy5OrMore")} of the time, after smaller ones ${roseAfter("beat")}.`,
    );
    expect(text).toContain(
      "What options charge for the report&#x27;s move, either way ±5% , the straddle costs $12.30 Past moves of AAPL on reports that were larger than that 2 of 5",
    );
    expect(text).toContain("This is history, not a forecast of the direction.");
    expect(text).toMatch(/1 of 2 mean \+0.5%.*1 of 1 mean \+1.0%.*1 of 1 mean \+9.0%.*—.*0 of 1 mean −8.0%/s);
    expect(read(reactions, null)).toContain("No option prices for this report");
  });

  it("says on the page what the band holds, and from which reports of which days it is", () => {
    const reactions = pastReactionsOf({ ...known, sector: null });
    const typical = reactions.typicalMove;
    const { all, from, to } = shippedReactions();
    const reports = Object.values(all).reduce((sum, { n }) => sum + n, 0);
    expect(typical?.reports).toBe(reports);
    expect(read(reactions, 5)).toContain(
      `Typical move on such a report, up or down ±${typical?.percent.toFixed(1)}% , 80% stayed within ±${typical?.bandPercent.toFixed(1)}%; from ${reports.toLocaleString("en-US")} reports of large companies (${inWords(from)} to ${inWords(to)}; too few newer ones are stored) and 5 past moves of its own`,
    );
    const ofStore: TypicalMove = {
      percent: 5,
      bandPercent: 8,
      own: 0,
      reports: 500,
      from: "2025-02-12",
      to: "2026-11-20",
      size: "large",
      sector: "Technology",
      isOfFit: false,
    };
    expect(read({ ...reactions, typicalMove: ofStore }, 5)).toContain(
      "up or down ±5% , 80% stayed within ±8%; from the newest 500 reports of large technology companies (Feb 12, 2025 to Nov 20, 2026) What options charge",
    );
  });

  it("says nothing of a small company's moves by the counts of large ones", () => {
    const small = { ...known, size: "small" } as const;
    const reactions = pastReactionsOf(small);
    expect(reactions.typicalMove).toBeNull();
    expect(read(reactions, 5)).not.toContain("Typical move");
    const ofClass = { n: 500, sum: 4_000, from: "2025-01-02", to: "2026-11-20" };
    const counts = { isOfFit: false, classes: { all: ofClass }, meanFactor: 1, coverFactor: 1.6 };
    const moves = { counts, own: [] };
    expect(pastReactionsOf({ ...small, move: null, moves }).typicalMove?.percent).toBe(8);
  });

  it("leaves out the company's own column where no move of it is known", () => {
    const reactions = pastReactionsOf({ ...known, move: null });
    expect(reactions.rows.map(({ own }) => own.n)).toEqual(surpriseBands.map(() => 0));
    expect(read(reactions, null)).not.toContain("AAPL rose");
  });
});
