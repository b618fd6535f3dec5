import { describe, expect, it } from "vitest";
import { alertTextOf, alertTitleOf, type DescribedAlert } from "#notifications/alert-texts.ts";

const settled: DescribedAlert = {
  kind: "prediction_settled",
  symbol: "KO",
  subject: "prd_1",
  name: "The Coca-Cola Company",
  detail: { quarter: "2026-09-30", day: "2026-11-20", session: null },
  probability: null,
  baseRate: null,
  outcome: null,
};

describe("an alert of a settled prediction", () => {
  it.each([
    [{ isCorrect: true, actualResult: "beat", probability: 0.7 }, "right", " a beat"],
    [{ isCorrect: false, actualResult: "miss", probability: 0.551 }, "wrong", " a miss"],
    [{ isCorrect: false, actualResult: "miss", probability: 0.55 }, "a toss-up", " a miss"],
    // The prediction was settled again or deleted after the alert was stored.
    [null, "settled", ""],
  ] as const)("of %o says %s", (outcome, word, result) => {
    const alert = { ...settled, outcome };
    expect(alertTitleOf(alert)).toBe(`KO: your prediction was ${word}`);
    expect(alertTextOf(alert)).toBe(
      `The Coca-Cola Company reported${result}. The recap shows how the prediction and the stock did.`,
    );
  });
});
