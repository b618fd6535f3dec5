import { companiesOf } from "#market/sample/companies.ts";
import { quarterOf, type SampleQuarter } from "#market/sample/quarters.ts";
import { featuresOf } from "#model/features.ts";
import { forecastInputOf } from "#model/forecast-input.ts";
import { isBeat, servingFamily } from "#model/history.ts";
import { scoreOf } from "#model/score.ts";
import { sigmoid } from "#model/statistics.ts";
import { shippedWeights, viewOf } from "#model/weights.ts";
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

/** A report that the model forecast on the eve, and whether it beat. */
export type Forecasted = { probability: number; isBeat: boolean; isLarge: boolean };

/** Every report of the years, forecast from what the simulated market had shown of it and of all others before. */
export function forecastMarket(size: number, fromIndex: number, toIndex: number): Forecasted[] {
  const companies = [...companiesOf(size).values()];
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
      const serving = { view: viewOf(input), family, trend: input.trend } as const;
      return {
        probability: sigmoid(scoreOf(weights, featuresOf(input), serving).logOdds),
        isBeat: report.isBeat,
        isLarge: report.isLarge,
      };
    });
  });
}

/** Share of pairs of a beat and another report in which the beat had the higher probability. */
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
