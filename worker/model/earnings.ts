import type { EpsQuarter } from "#contract/analysis.ts";
import { isResultDoubtful } from "#contract/figure-doubt.ts";
import { fixed } from "#contract/format.ts";
import type { ReportDate, ReportedQuarter } from "#contract/market-data.ts";
import { revenueOf } from "#contract/revenue.ts";
import { addIsoDays, daysBetween } from "#contract/time.ts";
import { isBeat, type PastQuarter, toCents } from "./history.ts";
import { round } from "./statistics.ts";
import { expectedEpsFrom, type SurpriseDistribution } from "./surprise-distribution.ts";

/** The usual number of days from a quarter's end to its report, for US companies. */
const USUAL_LAG_DAYS = 30;
const MIN_LAG_DAYS = 10;
const MAX_LAG_DAYS = 90;
/**
 * Compares the reported EPS with the consensus to the cent, as settlement does. Returns null without a
 * consensus.
 */
export function resultOf({
  estimate,
  actual,
}: Pick<ReportedQuarter, "estimate" | "actual">): "beat" | "miss" | "met" | null {
  if (estimate === null) return null;
  if (isBeat(actual, estimate)) return "beat";
  return toCents(actual) === toCents(estimate) ? "met" : "miss";
}

/** Returns the quarters whose reported figure is without a doubt. The model reads no others. */
export function certainQuarters<Quarter extends Pick<ReportedQuarter, "doubt">>(
  quarters: readonly Quarter[],
): Quarter[] {
  return quarters.filter(({ doubt }) => !isResultDoubtful(doubt));
}

/** Returns the quarters as they are shown, newest first. One with a doubtful result has no surprise. */
export function epsHistoryOf(quarters: readonly ReportedQuarter[]): EpsQuarter[] {
  return quarters
    .map(({ fiscalQuarterEnd, estimate, actual, revenue, doubt }) => {
      const isCompared = estimate !== null && !isResultDoubtful(doubt);
      const surprise = isCompared ? round(actual - estimate, 5) : null;
      const percent = surprise === null || !estimate ? null : round((100 * surprise) / Math.abs(estimate), 2);
      return {
        fiscalQuarterEnd,
        estimate,
        actual,
        surprise,
        surprisePercent: percent,
        revenue: revenueOf({
          consensusRevenue: revenue?.consensus ?? null,
          reportedRevenue: revenue?.reported ?? null,
        }),
        ...(doubt ? { doubt } : {}),
      };
    })
    .reverse();
}

/**
 * Returns the median EPS that the model expects and its 80% interval, in currency units. Without a
 * distribution of the surprise, it returns the consensus and no interval.
 */
export function expectedEpsOf(
  consensus: number,
  surprise: SurpriseDistribution | null,
): { eps: number; range: { low: number; high: number } | null; method: string } {
  if (!surprise)
    return {
      eps: consensus,
      range: null,
      method: "The consensus itself: the company's history is missing.",
    };
  const { eps, low, high } = expectedEpsFrom(surprise, consensus);
  return {
    eps,
    range: { low, high },
    method: `Median of the model's distribution of the surprise; 80% of outcomes lie between ${fixed(low)} and ${fixed(high)}.`,
  };
}

/**
 * Converts reported quarters for the model. An unknown report date is estimated from the quarter's end: with
 * the lag of the upcoming report if that is 10 to 90 days, otherwise with 30 days.
 */
export function pastQuartersOf(
  quarters: readonly ReportedQuarter[],
  upcoming: { fiscalQuarterEnd: string | null; reportDate: string | null },
): PastQuarter[] {
  const { fiscalQuarterEnd, reportDate } = upcoming;
  const lag = fiscalQuarterEnd && reportDate ? daysBetween(fiscalQuarterEnd, reportDate) : Number.NaN;
  const lagDays = lag >= MIN_LAG_DAYS && lag <= MAX_LAG_DAYS ? lag : USUAL_LAG_DAYS;
  return quarters.map((quarter) => ({
    reportDate: quarter.reportDate ?? addIsoDays(quarter.fiscalQuarterEnd, lagDays),
    isDayKnown: quarter.reportDate !== null,
    epsEstimate: quarter.estimate,
    epsActual: quarter.actual,
  }));
}

const HOME = new Set(["united states", "usa", "us"]);

export function isForeign(country: string | null): boolean | null {
  return country === null ? null : !HOME.has(country.trim().toLowerCase());
}

export function isStale(report: ReportDate, now: Date): boolean {
  return Date.parse(report.to ?? report.from) < now.getTime();
}
