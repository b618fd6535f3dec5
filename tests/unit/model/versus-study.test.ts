import { describe, expect, it } from "vitest";
import { studyModelText, studyPriceText } from "#app/pages/versus-study-part.tsx";
import { meanOfLogOdds } from "#model/combine.ts";
import study from "#model/versus-study.json" with { type: "json" };
import { HistoryError } from "../../../scripts/model/events.ts";
import type { ForecastEvent } from "../../../scripts/model/forecast-row.ts";
import { pairsOf, type StudyPair, studyOf } from "../../../scripts/model/versus-study.ts";

const weights = { version: "2024-12-31.abc", fittedUntil: "2024-12-31" };

function aPair(i: number, over: Partial<StudyPair> = {}): StudyPair {
  const [ours, traders] = [0.8, 0.7];
  return {
    symbol: `S${i}`,
    ours,
    traders,
    combined: meanOfLogOdds(ours, traders),
    baseRate: 0.75,
    isBeat: i % 5 > 0,
    month: "2025-10",
    reportDate: "2025-10-20",
    hasSameStrike: true,
    hasSameOutcome: true,
    isAdjusted: true,
    ...over,
  };
}

const pairs = Array.from({ length: 60 }, (_, i) => aPair(i));

describe("the study of past questions", () => {
  it("leaves out reports that the weights were fitted on, and says how many", () => {
    const old = [aPair(90, { reportDate: "2024-12-31" }), aPair(91, { reportDate: "2024-11-02" })];
    const { figures, seen, fittedUntil, modelVersion } = studyOf([...old, ...pairs], 99, weights);
    expect([figures.n, seen, fittedUntil, modelVersion]).toEqual([60, 2, "2024-12-31", "2024-12-31.abc"]);
    expect(studyOf(pairs, 99, weights).figures).toEqual(figures);
  });

  it("is refused when the weights were fitted on all of its reports", () => {
    const later = { version: "2025-12-31.def", fittedUntil: "2025-12-31" };
    expect(() => studyOf(pairs, 99, later)).toThrow(HistoryError);
    expect(() => studyOf(pairs, 99, later)).toThrow(
      "2025-12-31.def was fitted on reports until 2025-12-31, and none of the 60 questions is about a later one",
    );
  });

  it("moves prices only by a shift of earlier months, once those have fifty questions", () => {
    const november = Array.from({ length: 5 }, (_, i) => aPair(i, { symbol: `N${i}`, month: "2025-11" }));
    const { months, shiftedPrice } = studyOf([...pairs, ...november], 99, weights);
    expect(months.map(({ month, n, shifted }) => [month, n, shifted])).toEqual([
      ["2025-10", 60, null],
      // In October, 80% beat at a price of 70%, so a price of 70% becomes one of 80%.
      ["2025-11", 5, expect.closeTo((4 * 0.2 ** 2 + 0.8 ** 2) / 5, 6)],
    ]);
    expect(shiftedPrice).toMatchObject({ n: 5, brierUnshifted: expect.closeTo((4 * 0.09 + 0.49) / 5, 6) });
    expect(shiftedPrice.shift).toBeCloseTo(Math.log(4) - Math.log(7 / 3), 3);
    expect(studyOf(pairs, 99, weights).shiftedPrice).toMatchObject({ n: 0, brier: null });
  });

  it("has a pair for a question with a price and a report within ten days of its day", () => {
    const forecast = (symbol: string, reportDate: string) =>
      ({
        event: { symbol, reportDate, epsEstimate: 1.004 },
        isBeat: true,
        probability: 0.8,
        classRate: 0.75,
      }) as ForecastEvent;
    const question = (over: object) => ({
      ticker: "BRK.B",
      basis: "nongaap" as const,
      strike: 1,
      slug_day: "2025-10-20",
      yes_1d: "0.7",
      outcome: "0" as const,
      ...over,
    });
    const found = pairsOf(
      [
        question({}),
        question({ yes_1d: "" }),
        question({ slug_day: "2025-11-05" }),
        question({ ticker: "X" }),
      ],
      [forecast("BRK-B", "2025-10-22"), forecast("BRK-B", "2025-07-20")],
    );
    expect(found).toEqual([
      expect.objectContaining({
        symbol: "BRK.B",
        reportDate: "2025-10-22",
        traders: 0.7,
        isBeat: false,
        hasSameStrike: true,
        hasSameOutcome: false,
        isAdjusted: true,
      }),
    ]);
  });

  it("as stored rests on weights that had seen none of its reports", () => {
    expect(study.fittedUntil < `${study.from}-01`).toBe(true);
    expect(study.modelVersion.startsWith(study.fittedUntil)).toBe(true);
    expect(study.months.reduce((sum, { n }) => sum + n, 0)).toBe(study.figures.n);
    expect(study.figures.n).toBeGreaterThan(100);
  });
});

describe("the text of the study", () => {
  it("names its model, whichever is in use", () => {
    const of = { modelVersion: weights.version, fittedUntil: weights.fittedUntil, seen: 0 };
    expect(studyModelText(of, weights)).toBe(
      "Our number is that of the model in use (version 2024-12-31.abc, fitted on reports until December 31, 2024). All of these reports came after the last one in its fit.",
    );
    expect(studyModelText({ ...of, seen: 1 }, { version: "2025-12-31.def", fittedUntil: "2025-12-31" })).toBe(
      "Our number is that of an earlier model (version 2024-12-31.abc, fitted on reports until December 31, 2024), not of the one in use (version 2025-12-31.def, fitted on reports until December 31, 2025). All of these reports came after the last one in its fit. 1 question about earlier reports is left out.",
    );
  });

  it.each([
    [
      0.77,
      85,
      "Prices were too low on average: the mean was 77%, and 85% of these questions (85 of 100) ended Yes.",
    ],
    [
      0.9,
      85,
      "Prices were too high on average: the mean was 90%, and 85% of these questions (85 of 100) ended Yes.",
    ],
    [
      0.84,
      85,
      "Prices were about right on average: the mean was 84%, and 85% of these questions (85 of 100) ended Yes.",
    ],
  ])("says of a mean price of %d and %i beats how they differ", (meanPrice, beats, text) => {
    expect(studyPriceText({ meanPrice, figures: { n: 100, beats } })).toBe(text);
  });
});
