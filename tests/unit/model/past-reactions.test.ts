import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pastReactionsSchema } from "#contract/past-reactions.ts";
import { surpriseBands } from "#contract/rules.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { pastReactionsOf, reactionAfter } from "#model/reactions.ts";
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
const known = { sector: "Technology", surprise, history, move: move(5) } as const;
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

  it("weighs the usual move by the probabilities, beside what options imply and how often that was exceeded", () => {
    const { rows, typicalMovePercent, beyondImplied } = pastReactionsOf(known);
    const weighed = rows.reduce((sum, row) => sum + (row.probability ?? 0) * row.meanSizePercent, 0);
    expect(typicalMovePercent).toBeCloseTo(weighed, 2);
    expect(beyondImplied).toEqual({ n: 5, larger: 2 });
    expect(pastReactionsOf({ ...known, move: move(null) }).beyondImplied).toBeNull();
    expect(pastReactionsOf({ ...known, surprise: null }).typicalMovePercent).toBeNull();
  });

  it("says on the page that a beat is no rise, and forecasts no direction", () => {
    const reactions = pastReactionsOf({ ...known, sector: null });
    const text = read(reactions, 5);
    expect(reactionFinding(reactions)).toBe(
      "A beat does not mean that the stock rises. After beats of 5% or more the share rose 61% of the time, after smaller ones 49%.",
    );
    expect(text).toContain(
      "What options charge for the report&#x27;s move, either way ±5% , the straddle costs $12.30 Past moves of AAPL on reports that were larger than that 2 of 5",
    );
    expect(text).toContain("This is history, not a forecast of the direction.");
    expect(text).toMatch(/1 of 2 mean \+0.5%.*1 of 1 mean \+1.0%.*1 of 1 mean \+9.0%.*—.*0 of 1 mean −8.0%/s);
    expect(read({ ...reactions, typicalMovePercent: null }, null)).toContain(
      "No option prices for this report",
    );
  });

  it("multiplies P(beat) by the usual move after a beat, the rest by the others, and adds them up", () => {
    const reactions = pastReactionsOf({ ...known, sector: null });
    const sizeOf = (bands: readonly string[]) => {
      const rows = reactions.rows.filter(({ band }) => bands.includes(band));
      return rows.reduce((sum, row) => sum + (row.probability ?? 0) * row.meanSizePercent, 0);
    };
    const beats = sizeOf(["beatBy5OrMore", "beat"]);
    const others = sizeOf(["meet", "miss", "missBy5OrMore"]);
    expect(beats + others).toBeCloseTo(reactions.typicalMovePercent ?? 0, 2);
    const text = read(reactions, 5);
    expect(text).toContain(
      `P(beat) times the usual move after a beat 70% × ±${(beats / 0.7).toFixed(1)}% , ${beats.toFixed(1)} points of the move`,
    );
    expect(text).toContain(`30% × ±${(others / 0.3).toFixed(1)}% , ${others.toFixed(1)} points of the move`);
    expect(text).toContain(
      `Together: the usual move of a large company ±${reactions.typicalMovePercent?.toFixed(1)}%`,
    );
    const unknown = pastReactionsOf({ ...known, surprise: null });
    expect(read(unknown, 5)).not.toMatch(/P\(beat\) times|Together/);
  });

  it("leaves out the company's own column where no move of it is known", () => {
    const reactions = pastReactionsOf({ ...known, move: null });
    expect(reactions.rows.map(({ own }) => own.n)).toEqual(surpriseBands.map(() => 0));
    expect(read(reactions, null)).not.toContain("AAPL rose");
  });
});
