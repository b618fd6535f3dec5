import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { toCents } from "#model/history.ts";
import { recapOf } from "#record/recap.ts";
import { aPerson, call } from "../api.ts";
import { settleAs } from "./a-record.ts";

const aftermath = {
  ...{
    reportDate: null,
    session: null,
    revenue: null,
    move: null,
    moveMissing: "x",
    next: null,
    filing: null,
  },
  guided: null,
  guidanceHabit: { quarters: 0, aboveTop: 0, atLeastMiddle: 0, belowBottom: 0 },
};

type Detail = { prediction: PredictionHistoryItem; analysis: Analysis; recap: Recap | null };

async function aPrediction(symbol: string) {
  const { token } = await aPerson();
  const { body } = await call<{ predictionId: string }>("POST", `/api/analyze/${symbol}`, { token });
  const read = async () =>
    (await call<Detail>("GET", `/api/predictions/${body.predictionId}`, { token })).body;
  return { id: body.predictionId, read };
}

describe("the recap of a prediction", () => {
  it("is not there before it is settled", async () => {
    const { read } = await aPrediction("AAPL");
    expect((await read()).recap).toBeNull();
  });

  it.each([
    [true, "MSFT"],
    [false, "NVDA"],
  ])("stands where the analysis stood, the same where right is %s", async (isCorrect, symbol) => {
    const { id, read } = await aPrediction(symbol);
    await settleAs(id, isCorrect);
    const { prediction, analysis, recap } = await read();
    const isBeat = (prediction.predictionType === "beat") === isCorrect;
    expect(prediction.isCorrect).toBe(isCorrect);
    expect(recap).toEqual({
      reportDate: prediction.reportDate,
      session: expect.toBeOneOf(["pre", "post"]),
      revenue: expect.objectContaining({ reported: null, surprisePercent: null }),
      surprise: isBeat ? 1 : -1,
      surprisePercent: Number(
        ((isBeat ? 100 : -100) / Math.abs(toCents(prediction.consensusEps))).toFixed(2),
      ),
      edge: expect.closeTo(analysis.model.edge, 3),
      edgeVerdict: analysis.model.edgeVerdict,
      impliedMovePercent: analysis.impliedMove?.impliedMovePercent ?? null,
      move: null,
      moveMissing: "The trading session after the report is not over yet.",
      filing: null,
      guided: null,
      guidanceHabit: { quarters: 0, aboveTop: 0, atLeastMiddle: 0, belowBottom: 0 },
      next: null,
    });
  });

  it("shows what the company's filings say of the figure, and nothing of a company that nobody could look for", async () => {
    const { id, read } = await aPrediction("PFE");
    await settleAs(id, true);
    const { prediction } = await read();
    const quarter = prediction.fiscalQuarterEnd;
    const acceptedAt = Date.parse("2026-10-29T20:30:28Z");
    await env.DB.prepare(
      `INSERT INTO report_witnesses (ledger_id, symbol, fiscal_quarter_end, reported_eps, finding, released_from, released_to,
        document_url, exhibit_basis, quote, gaap_eps, is_gaap_derived, gaap_filed, attempts, first_looked_at, looked_at)
       VALUES ('sample', 'PFE', ?, 1.91, 'confirmed', ?2, ?2, 'https://www.sec.gov/a.htm', 'adjusted', 'EPS of $1.91', 1.85, 0,
        '2026-11-02', 1, 0, 0)`,
    )
      .bind(quarter, acceptedAt)
      .run();
    expect((await read()).recap?.filing, "without its number at the SEC").toBeNull();
    await env.DB.prepare("UPDATE season_companies SET cik = '0000078003' WHERE symbol = 'PFE'").run();
    expect((await read()).recap?.filing).toEqual({
      finding: "confirmed",
      reportedEps: 1.91,
      releasedFrom: "2026-10-29T20:30:28.000Z",
      releasedTo: "2026-10-29T20:30:28.000Z",
      documentUrl: "https://www.sec.gov/a.htm",
      exhibitEps: null,
      exhibitBasis: "adjusted",
      gaapEps: 1.85,
      isGaapDerived: false,
      gaapFiled: "2026-11-02",
    });
  });

  it.each([
    [1.03, 0.995, 0.03, 3],
    [1.03, 1.004, 0.03, 3],
    [1.1, 1, 0.1, 10],
    [0.98, 1.0049, -0.02, -2],
    [1, 1.004, 0, 0],
    [0.01, 0.004, 0.01, null],
  ])(
    "%s against %s is apart by what the shown figures are: %s",
    async (actualEps, consensusEps, surprise, share) => {
      const item = { state: "settled", actualEps, consensusEps, beatProbability: 0.6, baseRate: 0.6 };
      const recap = recapOf(item as PredictionHistoryItem, null, aftermath);
      expect([recap?.surprise, recap?.surprisePercent]).toEqual([surprise, share]);
    },
  );

  it.each([
    [
      "of another version's day",
      { model: { edgeVerdict: "edge_down" }, impliedMove: { impliedMovePercent: 4 } },
      "edge_down",
      4,
    ],
    ["the evidence of a lock", { edgeVerdict: "no_edge", features: [1, 2] }, "no_edge", null],
    [
      "of an old form",
      { model: { edgeVerdict: "strong" }, impliedMove: { impliedMovePercent: "4" } },
      null,
      null,
    ],
    ["gone", null, null, null],
  ])(
    "takes verdict and implied move from the stored analysis, also where it is %s",
    async (_, stored, verdict, implied) => {
      const { id, read } = await aPrediction("KO");
      await settleAs(id, true);
      const { prediction } = await read();
      expect(recapOf({ ...prediction, state: "settled", actualEps: 1 }, stored, aftermath)).toMatchObject({
        edgeVerdict: verdict,
        impliedMovePercent: implied,
      });
    },
  );
});
