import { daysBetween } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import type { Found, ReportedFigure } from "./settlement-rule.ts";

/** Asks the sources, in the order of trust, what was reported for a quarter and when it is expected otherwise. */
export type AskSources = (
  symbol: string,
  fiscalQuarterEnd: string,
  now: Date,
) => Promise<Omit<Found, "hasUserReports" | "witness">>;

/** Fiscal quarters that end within this many days of each other are the same: sources round to the month's end. */
const SAME_QUARTER_DAYS = 7;

/**
 * The sources as settlement asks them. Rejects with MarketError when the first cannot be asked, so that nothing is
 * settled, or given up, without it; another that fails has no say.
 */
export function reportedSourcesOf(markets: readonly [MarketData, ...MarketData[]]): AskSources {
  return async (symbol, fiscalQuarterEnd, now) => {
    const [first, ...others] = markets;
    const company = await first.company(symbol, now);
    if (company.history.state === "missing") throw new Error(`${first.name} gave no reported quarters`);
    const asked = await Promise.allSettled(others.map((market) => market.company(symbol, now)));
    const reports = [company, ...asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))];
    const isStillAhead =
      company.estimate.state !== "missing" &&
      isSameQuarter(company.estimate.data.fiscalQuarterEnd, fiscalQuarterEnd);
    return {
      figures: reports.flatMap(({ history }) => figuresIn(history, fiscalQuarterEnd)),
      expectedAt:
        isStillAhead && company.reportDate.state !== "missing"
          ? new Date(company.reportDate.data.from)
          : null,
    };
  };
}

type Company = Awaited<ReturnType<MarketData["company"]>>;

function figuresIn(history: Company["history"], fiscalQuarterEnd: string): ReportedFigure[] {
  if (history.state === "missing") return [];
  return (
    history.data
      // A quarter that somebody else gave, as an imported file, settles nothing.
      .filter(
        (quarter) =>
          quarter.source === undefined && isSameQuarter(quarter.fiscalQuarterEnd, fiscalQuarterEnd),
      )
      .slice(0, 1)
      .map(({ actual, reportDate, estimate }) => ({
        source: history.source,
        eps: actual,
        reportDate,
        estimate,
      }))
  );
}

function isSameQuarter(one: string | null, other: string): boolean {
  if (one === null) return false;
  return Math.abs(daysBetween(one, other)) <= SAME_QUARTER_DAYS;
}
