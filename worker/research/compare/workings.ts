import type { ComparedPrediction } from "#contract/compare.ts";
import { easternDay } from "#contract/time.ts";
import { contributionsOf } from "#contract/waterfall.ts";
import { contributionsOf as contributionsOfForecast, pointsOf } from "#model/contributions.ts";
import { expectedEpsFrom } from "#model/surprise-distribution.ts";
import { type ComingReport, comingReports } from "#season/slate/coming.ts";
import { forecastsOf, type ReportForecast } from "#season/slate/forecasts.ts";
import { readSlate } from "#season/slate/read-slate.ts";
import { slateNumbersOf } from "#season/slate/score.ts";
import type { SeasonStore } from "#season/store.ts";

type Shown = {
  symbol: string;
  fiscalQuarterEnd: string;
  reportDate: string;
  beatProbability: number;
  baseRate: number;
};
export type Workings = Pick<ComparedPrediction, "asOf" | "contributions" | "expectedEps">;

/** By symbol, computed again as of the lock, or of now. What does not match the shown number is left out. */
export async function workingsOf(
  store: SeasonStore,
  shown: readonly Shown[],
  now: Date,
): Promise<Map<string, Workings>> {
  const [scores, coming] = await Promise.all([
    readSlate(store, shown),
    Promise.all(
      shown.map(({ symbol, reportDate }) =>
        comingReports(store, { from: reportDate, to: reportDate, symbol }).then(([report]) => report ?? null),
      ),
    ),
  ]);
  const asked = shown.flatMap((row, i) => {
    const score = scores.find(({ symbol }) => symbol === row.symbol);
    const report = coming[i];
    if (!score || !report) return [];
    return [
      {
        row,
        score,
        coming: withConsensus(report, score.consensusEps),
        day: easternDay(score.lockedAt ?? now),
      },
    ];
  });
  const found = new Map<string, Workings>();
  for (const [day, ofDay] of Map.groupBy(asked, (one) => one.day)) {
    const forecasts = await forecastsOf(
      store,
      ofDay.map((one) => one.coming),
      day,
    );
    ofDay.forEach(({ row, score }, i) => {
      const forecast = forecasts[i];
      if (forecast && isShown(forecast, row) && forecast.forecast.modelVersion === score.modelVersion)
        found.set(row.symbol, { asOf: score.scoredAt.toISOString(), ...stepsOf(forecast, row) });
    });
  }
  return found;
}

/** A locked one is of its lock's consensus. */
function withConsensus({ report, company }: ComingReport, consensusEps: number): ComingReport {
  return { report: { ...report, consensusEps }, company };
}

function isShown(forecast: ReportForecast, { beatProbability, baseRate }: Shown): boolean {
  const numbers = slateNumbersOf(forecast);
  return numbers.beatProbability === beatProbability && numbers.baseRate === baseRate;
}

function stepsOf({ forecast, request, report }: ReportForecast, { beatProbability, baseRate }: Shown) {
  const contributions = forecast.surprise && pointsOf(contributionsOfForecast(request));
  return {
    contributions: contributionsOf({ contributions, baseRate, probability: beatProbability }),
    expectedEps: forecast.surprise ? expectedEpsFrom(forecast.surprise, report.consensusEps) : null,
  };
}
