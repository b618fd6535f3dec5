import { lastSession, sampleCloses } from "#market/sample/bars.ts";
import { sampleCompaniesOf } from "#market/sample/companies.ts";
import { quarterOf, type SampleQuarter } from "#market/sample/quarters.ts";
import { sessionNumber } from "#market/sample/trading-days.ts";
import { featuresOf } from "#model/features.ts";
import { forecastInputOf } from "#model/forecast-input.ts";
import { isBeat, servingFamily } from "#model/history.ts";
import { scoreOf, scoringContextOf } from "#model/score.ts";
import { sigmoid } from "#model/statistics.ts";
import { LONG_GAP_DAYS, logGapFromMean, relativeTrendOf, SHORT_GAP_DAYS } from "#model/trend.ts";
import { shippedWeights } from "#model/weights.ts";
import { contextDays, contextOf } from "#season/market-context.ts";

const DAY_MS = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

type Report = SampleQuarter & {
  sector: string;
  symbol: string;
  isLarge: boolean;
  isBeat: boolean;
  day: string;
};

/** A report that the model forecast the day before, and whether it beat. */
export type Forecasted = {
  symbol: string;
  /** The ISO date of the report. */
  day: string;
  logOdds: number;
  probability: number;
  isBeat: boolean;
  isLarge: boolean;
};

/**
 * Forecasts every report of these years from what the simulated market had shown about it and about all earlier
 * ones.
 */
export function forecastMarket(size: number, fromIndex: number, toIndex: number): Forecasted[] {
  const companies = [...sampleCompaniesOf(size).values()];
  const reportsOf = new Map(
    companies.map((company) => {
      const isLarge = servingFamily(company.shares * company.startPrice * 1.5) === "yahoo";
      const quarters = Array.from({ length: toIndex }, (_, index): Report => {
        const quarter = quarterOf(company, index);
        const { symbol, sector } = company;
        return {
          ...quarter,
          symbol,
          sector,
          isLarge,
          isBeat: isBeat(quarter.actual, quarter.estimate),
          day: dayOf(quarter.reportsAt),
        };
      });
      return [company.symbol, quarters];
    }),
  );
  const recent = [...reportsOf.values()].flatMap((reports) => reports.slice(fromIndex - 6));
  const windows = new Map<string, { beats: number; n: number }>();
  const count = (of: readonly Report[]) => ({ beats: of.filter((one) => one.isBeat).length, n: of.length });
  const weights = shippedWeights();
  return companies.flatMap((company) => {
    const past = reportsOf.get(company.symbol) ?? [];
    return past.slice(fromIndex).map((report) => {
      const asOf = dayOf(report.reportsAt);
      const family = report.isLarge ? "yahoo" : "alphavantage";
      const within = (days: number, sector?: string) => {
        const first = dayOf(new Date(Date.parse(asOf) - days * DAY_MS));
        const key = `${asOf} ${family} ${days} ${sector}`;
        const counts =
          windows.get(key) ??
          count(
            recent.filter(
              ({ day, isLarge, sector: other }) =>
                day < asOf &&
                day >= first &&
                (family !== "yahoo" || isLarge) &&
                (!sector || other === sector),
            ),
          );
        windows.set(key, counts);
        return counts;
      };
      const input = forecastInputOf({
        past: past.map((one) => ({
          reportDate: dayOf(one.reportsAt),
          isDayKnown: true,
          epsEstimate: one.estimate,
          epsActual: one.actual,
        })),
        isHistoryMissing: false,
        trend: 0,
        upcoming: { reportDate: asOf, isDayKnown: true, epsEstimate: report.estimate },
        company: { sector: company.sector, industry: company.industry, country: "United States" },
        family,
        contextOf: () =>
          contextOf({
            market: within(contextDays.market),
            month: within(contextDays.month),
            industry: within(contextDays.industry, company.sector),
            peers: within(contextDays.peers, company.sector),
          }),
        asOf,
      });
      const { logOdds } = scoreOf(weights, featuresOf(input), scoringContextOf(input));
      const { symbol, isBeat: hasBeaten, isLarge } = report;
      return { symbol, day: asOf, logOdds, probability: sigmoid(logOdds), isBeat: hasBeaten, isLarge };
    });
  });
}

/** Returns the share of pairs of a beat and another report in which the beat had the higher probability. */
export function areaUnderCurve(forecasts: readonly Forecasted[]): number {
  const ranked = forecasts.toSorted((a, b) => a.probability - b.probability);
  const ranks = ranked.reduce((sum, { isBeat }, i) => sum + (isBeat ? i + 1 : 0), 0);
  const beats = ranked.filter(({ isBeat }) => isBeat).length;
  return (ranks - (beats * (beats + 1)) / 2) / (beats * (ranked.length - beats));
}

export function brier(forecasts: readonly Forecasted[]): number {
  return (
    forecasts.reduce((sum, { probability, isBeat }) => sum + (probability - Number(isBeat)) ** 2, 0) /
    forecasts.length
  );
}

/** The number of sessions, which is more than the trends of any report in these tests need. */
const SESSIONS = 900;

/**
 * Returns how each stock moved against the market before a report, by the model's rule and from the market's own
 * closes.
 */
export function trendsOf(size: number, until: Date): (symbol: string, reportDay: string) => number {
  const companies = [...sampleCompaniesOf(size).values()];
  const closes = new Map(companies.map((one) => [one.symbol, sampleCloses(one, SESSIONS, until)]));
  const last = sessionNumber(lastSession(until));
  const gapOf = (symbol: string, session: number, days: number) =>
    logGapFromMean(closes.get(symbol) ?? [], SESSIONS - 1 - (last - session), days);
  const medians = new Map<string, number>();
  const medianOf = (session: number, days: number) => {
    const key = `${session} ${days}`;
    const gaps = () => companies.map(({ symbol }) => gapOf(symbol, session, days)).sort((a, b) => a - b);
    const found = medians.get(key) ?? gaps()[companies.length >> 1] ?? 0;
    medians.set(key, found);
    return found;
  };
  return (symbol, reportDay) => {
    const session = sessionNumber(reportDay) - 1;
    const gap = (days: number) => gapOf(symbol, session, days) - medianOf(session, days);
    return relativeTrendOf({ short: gap(SHORT_GAP_DAYS), long: gap(LONG_GAP_DAYS) });
  };
}

/** Fits `logOdds + c × trend` by maximum likelihood. Returns c with its standard error. */
export function trendCoefficient(rows: readonly { logOdds: number; trend: number; isBeat: boolean }[]) {
  let c = 0;
  let information = 0;
  for (let round = 0; round < 20; round++) {
    let slope = 0;
    information = 0;
    for (const { logOdds, trend, isBeat: hasBeaten } of rows) {
      const p = sigmoid(logOdds + c * trend);
      slope += trend * (Number(hasBeaten) - p);
      information += trend * trend * p * (1 - p);
    }
    c += slope / information;
  }
  return { c, error: 1 / Math.sqrt(information) };
}
