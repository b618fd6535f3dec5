import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Analysis, AnalysisResponse } from "#contract/analysis.ts";
import type { AnalysisChange } from "#contract/compare.ts";
import type { ContributionPoints } from "#contract/prediction.ts";
import { storeSnapshot } from "#platform/files/evidence-file.ts";
import { analysisChangeOf } from "#research/compare/change.ts";
import { aPerson, call } from "../../api.ts";
import { letTimePass } from "../time-passes.ts";

type Changed = { change: AnalysisChange | null };
const analyze = async (symbol: string, token: string) =>
  (await call<AnalysisResponse>("POST", `/api/analyze/${symbol}`, { token, body: {} })).body;
const changeSince = (id: string, token: string) =>
  call<Changed>("GET", `/api/predictions/${id}/change`, { token });

/** Moves an analysis one day back and changes its number, as if it had been made then. */
async function aDayEarlier(
  { predictionId, id, ...analysis }: AnalysisResponse,
  change: Partial<Analysis> = {},
) {
  const earlier = { ...analysis, ...change, id: `${id}_1` };
  const asOf = new Date(Date.parse(analysis.asOf) - 86_400_000);
  const hash = await storeSnapshot(env.FILES, { ...earlier, asOf: asOf.toISOString() });
  await env.DB.prepare("UPDATE predictions SET evidence_hash = ?, created_at = ?, as_of = ? WHERE id = ?")
    .bind(hash, asOf.getTime(), asOf.getTime(), predictionId)
    .run();
  return asOf.toISOString();
}

describe("GET /api/predictions/:id/change", () => {
  it("has nothing for the first analysis, and what changed for the next of the same ticker", async () => {
    const { token, user } = await aPerson();
    const first = await analyze("MSFT", token);
    expect((await changeSince(first.predictionId, token)).body).toEqual({ change: null });
    const asOf = await aDayEarlier(first, {
      earningsData: { ...first.earningsData, analystConsensus: 1.11 },
      prediction: { ...first.prediction, beatProbability: 0.5 },
    });
    await letTimePass(user.id, 10);
    const second = await analyze("MSFT", token);
    const { change } = (await changeSince(second.predictionId, token)).body;
    expect(change).toMatchObject({
      predictionId: first.predictionId,
      asOf,
      isSameReport: true,
      beatProbability: { from: 0.5, to: second.prediction.beatProbability },
      consensusEps: { from: 1.11, to: second.earningsData.analystConsensus },
    });
    // Another person's request shares the run and has no earlier analysis of their own.
    const stranger = await aPerson();
    const theirs = await analyze("MSFT", stranger.token);
    expect((await changeSince(theirs.predictionId, stranger.token)).body).toEqual({ change: null });
    expect((await changeSince(second.predictionId, stranger.token)).status).toBe(404);
  });

  it("a request answered with the same snapshot is not another analysis", async () => {
    const { token } = await aPerson();
    await analyze("GOOGL", token);
    const again = await analyze("GOOGL", token);
    expect(again.isCached).toBe(true);
    expect((await changeSince(again.predictionId, token)).body).toEqual({ change: null });
  });
});

describe("what changed between two analyses", () => {
  const steps = {
    historicalAccuracy: 8,
    epsTrends: 2,
    analystRatings: null,
    marketSentiment: null,
    trend: null,
  };
  const anAnalysis = (given: {
    probability?: number;
    baseRate?: number;
    quarter?: string | null;
    version?: string;
    contributions?: Partial<ContributionPoints> | null;
  }) =>
    ({
      asOf: "2026-11-12T15:00:00.000Z",
      prediction: { beatProbability: given.probability ?? 0.6 },
      model: {
        baseRate: given.baseRate ?? 0.55,
        version: given.version ?? "m1",
        contributions: given.contributions === null ? null : { start: 50, ...steps, ...given.contributions },
      },
      earningsData: {
        analystConsensus: 1,
        expectedEps: 1.02,
        analystCount: 9,
        currency: "USD",
        fiscalQuarterEnd: given.quarter === undefined ? "2026-09-30" : given.quarter,
        earningsDate: "2026-11-20T02:00:00.000Z",
        isStale: false,
      },
      impliedMove: null,
    }) as unknown as Analysis;
  const change = (before: Analysis, after: Analysis) =>
    analysisChangeOf({ predictionId: "prd_1", analysis: before }, after);

  it("has the steps of both, whose differences add up to that of P(beat)", () => {
    const before = anAnalysis({});
    const after = anAnalysis({
      probability: 0.64,
      contributions: { historicalAccuracy: 10, analystRatings: 2 },
    });
    expect(change(before, after).contributions).toEqual({
      start: { label: "Base rate", from: expect.closeTo(55), to: expect.closeTo(55) },
      steps: [
        { label: "Model's starting point", from: -5, to: -5 },
        { label: "Historical accuracy", from: expect.closeTo(8), to: expect.closeTo(10) },
        { label: "Past EPS trends", from: expect.closeTo(2), to: expect.closeTo(2) },
        { label: "Analyst ratings", from: null, to: expect.closeTo(2) },
      ],
    });
  });

  it("has no steps beside a number that is the base rate", () => {
    expect(change(anAnalysis({ contributions: null }), anAnalysis({})).contributions).toBeNull();
  });

  it("has the report's day in New York", () => {
    expect(change(anAnalysis({}), anAnalysis({})).reportDate).toEqual({
      from: "2026-11-19",
      to: "2026-11-19",
    });
  });

  it("does not explain another model's number by the groups", () => {
    expect(change(anAnalysis({}), anAnalysis({ version: "m2" }))).toMatchObject({
      modelVersion: { from: "m1", to: "m2" },
      isSameReport: true,
      contributions: null,
    });
  });

  it.each([["2026-06-30"], [null]])("nor that of another report (%s)", (quarter) => {
    expect(change(anAnalysis({ quarter }), anAnalysis({}))).toMatchObject({
      isSameReport: false,
      contributions: null,
    });
  });
});
