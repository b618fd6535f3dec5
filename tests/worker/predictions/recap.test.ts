import { describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { recapOf } from "#predictions/recap.ts";
import { aPerson, call } from "../api.ts";
import { settleAs } from "./a-record.ts";

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
      surprise: isBeat ? 1 : -1,
      surprisePercent: Number(((isBeat ? 100 : -100) / Math.abs(prediction.consensusEps)).toFixed(2)),
      edge: expect.closeTo(analysis.model.edge, 3),
      edgeVerdict: analysis.model.edgeVerdict,
      impliedMovePercent: analysis.impliedMove?.impliedMovePercent ?? null,
      move: null,
      moveMissing: "The trading session after the report is not over yet.",
      next: null,
    });
  });

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
      const aftermath = { reportDate: null, session: null, move: null, moveMissing: "x", next: null };
      expect(recapOf({ ...prediction, state: "settled", actualEps: 1 }, stored, aftermath)).toMatchObject({
        edgeVerdict: verdict,
        impliedMovePercent: implied,
      });
    },
  );
});
