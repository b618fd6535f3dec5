import { FITTED_WIDTH } from "#model/interval-width.ts";
// npm run bench -- model measures the time of one company's forecast and transparency bars.

import { DAY_MS, isoDay } from "#contract/time.ts";
import { type MarketContext, NO_CONTEXT } from "#model/history.ts";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import { classOf, NO_REPORTS } from "#model/reference-class.ts";

const ROUNDS = 20;
const WARM_UP_ROUNDS = 5;
const FORECASTS_A_ROUND = 200;

const context: MarketContext = {
  marketBeatRate: 0.66,
  seasonBeatRate: 0.68,
  industry: { beats: 80, n: 120 },
  peersThisSeason: { beats: 9, n: 14 },
};

function aCompany(quarters: number, known: MarketContext): ForecastRequest {
  return {
    past: Array.from({ length: quarters }, (_, age) => ({
      reportDate: isoDay(Date.parse("2024-04-25") - age * 91 * DAY_MS),
      isDayKnown: true,
      epsEstimate: 1 + 0.01 * age,
      epsActual: 1.03 + 0.012 * age,
    })),
    upcoming: { reportDate: "2024-07-25", isDayKnown: true, epsEstimate: 1.1 },
    isHistoryMissing: false,
    trend: 0,
    isForeign: false,
    sector: "Technology",
    family: "yahoo",
    context: known,
    referenceClass: classOf(NO_REPORTS, { size: "large", isProfitable: true, sector: "Technology" }),
    width: FITTED_WIDTH,
    asOf: "2024-07-01",
  };
}

/** Returns the median processor time in microseconds. */
function microsecondsOf(input: ForecastRequest): number {
  const roundMicroseconds = () => {
    const before = process.cpuUsage();
    for (let i = 0; i < FORECASTS_A_ROUND; i++) forecast(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / FORECASTS_A_ROUND;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) roundMicroseconds();
  return Array.from({ length: ROUNDS }, roundMicroseconds).sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN;
}

const started = performance.now();
forecast(aCompany(4, NO_CONTEXT));
console.log(`first forecast, weights read and checked: ${(performance.now() - started).toFixed(1)} ms`);
console.log(
  `4 past quarters, as a live source gives:  ${microsecondsOf(aCompany(4, NO_CONTEXT)).toFixed(0)} us`,
);
console.log(
  `40 past quarters and the market's record: ${microsecondsOf(aCompany(40, context)).toFixed(0)} us`,
);
