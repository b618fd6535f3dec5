import { describe, expect, it } from "vitest";
import { contextShiftFrom, type ShiftedForecast } from "#model/context-shift.ts";
import { contributionsOf } from "#model/contributions.ts";
import { type MarketContext, NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import { classOf, NO_REPORTS } from "#model/reference-class.ts";
import { logit, sigmoid } from "#model/statistics.ts";
import { RollingShift } from "../../../scripts/model/rolling-shift.ts";

const forecasts = (n: number, beats: number, changes: Partial<ShiftedForecast> = {}): ShiftedForecast[] =>
  Array.from({ length: n }, (_, i) => ({ beatProbability: 0.7, shift: 0, isBeat: i < beats, ...changes }));

const asked: ForecastRequest = {
  past: Array.from({ length: 8 }, (_, age) => ({
    reportDate: new Date(Date.parse("2026-07-25") - age * 91 * 86_400_000).toISOString().slice(0, 10),
    isDayKnown: true,
    epsEstimate: 1,
    epsActual: 1.02,
  })),
  upcoming: { reportDate: "2026-10-25", isDayKnown: true, epsEstimate: 1 },
  isHistoryMissing: false,
  trend: 0.5,
  isForeign: false,
  sector: null,
  family: "yahoo",
  context: NO_CONTEXT,
  referenceClass: classOf(NO_REPORTS, { size: "large", isProfitable: true, sector: null }),
  width: FITTED_WIDTH,
  asOf: "2026-10-24",
};

describe("the shift of a day", () => {
  it("is the log-odds of the observed share minus those of the mean forecast, where 300 more came true as said", () => {
    // 700 reports that beat in 60% and 300 as said in 70%: (420 + 210) / 1,000.
    const { logOdds, ...rest } = contextShiftFrom("2026-10-24", forecasts(700, 420));
    expect(rest).toEqual({ day: "2026-10-24", forecasts: 700 });
    expect(logOdds).toBeCloseTo(logit(0.63) - logit(0.7), 4);
    expect(logOdds).toBe(-0.3151);
  });

  it("is 0 without settled forecasts or with forecasts that came true as often as they said", () => {
    expect(contextShiftFrom("2026-10-24", [])).toEqual({ day: "2026-10-24", logOdds: 0, forecasts: 0 });
    expect(contextShiftFrom("2026-10-24", forecasts(10, 7)).logOdds).toBe(0);
  });

  it("compares with what forecasts said before their own shift, so that it does not take itself back", () => {
    const shifted = forecasts(700, 420, { beatProbability: sigmoid(logit(0.7) - 0.3), shift: -0.3 });
    expect(contextShiftFrom("2026-10-24", shifted).logOdds).toBe(-0.3151);
  });

  it("counts the reports of the last 91 days before the day, in whatever order they settled", () => {
    const rolling = new RollingShift();
    const settled = (reportDate: string, n: number) => {
      for (const one of forecasts(n, 0)) rolling.add({ ...one, reportDate });
    };
    settled("2026-10-24", 3);
    settled("2026-07-24", 20);
    settled("2026-07-25", 100);
    expect(rolling.on("2026-10-23").forecasts).toBe(120);
    expect(rolling.on("2026-10-24").forecasts).toBe(100);
    expect(rolling.on("2026-10-25").forecasts).toBe(3);
  });
});

describe("a forecast with a shift", () => {
  const contextShift = { day: "2026-10-24", logOdds: -0.25, forecasts: 400 };

  it("has it in its log-odds, and its parts still sum to the probability", () => {
    const shifted = forecast({ ...asked, contextShift }).beatProbability;
    expect(logit(shifted)).toBeCloseTo(logit(forecast(asked).beatProbability) - 0.25, 9);
    const { start, groups } = contributionsOf({ ...asked, contextShift });
    const sum = Object.values(groups).reduce<number>((total, part) => total + (part ?? 0), start);
    expect(sum).toBeCloseTo(shifted, 12);
  });

  it("lacks the market's context, because a full view gets none", () => {
    const context: MarketContext = { ...NO_CONTEXT, marketBeatRate: 0.7 };
    expect(forecast({ ...asked, context }).featureTier).toBe("full");
    expect(forecast(asked).featureTier).toBe("forty_quarters");
  });
});
