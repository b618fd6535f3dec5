import { expect, it } from "vitest";
import { type ForecastRequest, forecast } from "#analysis/model/predict.ts";
import { classOf, NO_REPORTS } from "#analysis/model/reference-class.ts";
import { DAY_MS, isoDay } from "#worker/time.ts";

const COMPANIES = 3000;

/** A company with two years of reports, each another one. */
const aCompany = (number: number): ForecastRequest => ({
  past: Array.from({ length: 8 }, (_, age) => ({
    reportDate: isoDay(Date.parse("2024-04-25") - age * 91 * DAY_MS),
    isDayKnown: true,
    epsEstimate: 1 + number / 1000,
    epsActual: 1 + number / 1000 + ((number + age) % 7) / 50 - 0.04,
  })),
  isHistoryMissing: false,
  upcoming: { reportDate: "2024-07-25", isDayKnown: true, epsEstimate: 1.1 + number / 1000 },
  isForeign: false,
  sector: "Technology",
  family: "yahoo",
  context: {
    marketBeatRate: 0.7,
    seasonBeatRate: 0.72,
    industry: { beats: 80, n: 120 },
    peersThisSeason: { beats: 9, n: 14 },
  },
  referenceClass: classOf(NO_REPORTS, { size: "large", isProfitable: true, sector: "Technology" }),
  asOf: "2024-07-01",
});

/** The runtime's clock moves only between events. */
const now = async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return Date.now();
};

it("the runtime scores 3,000 companies in 3 seconds, transparency bars included", async () => {
  forecast(aCompany(0));
  const started = await now();
  let sum = 0;
  for (let number = 0; number < COMPANIES; number++) sum += forecast(aCompany(number)).beatProbability;
  expect((await now()) - started).toBeLessThan(3000);
  expect(sum / COMPANIES).toBeGreaterThan(0.3);
  expect(sum / COMPANIES).toBeLessThan(0.95);
});
