import type { PriceTargets, QuarterEstimate, RatingChange } from "#contract/market-data.ts";
import type { EstimateRevisions, RatingDistribution } from "#contract/social.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import type { SampleCompany } from "./companies.ts";
import { quarterOf, revisionOf, type SampleQuarter } from "./quarters.ts";
import { sampleRevenueOf } from "./revenue.ts";
import { rounded, seededNormal, seededRandom } from "./seeded.ts";

const DRIFT_DAYS = 90;
const firms = [
  "Northfield Sample Research",
  "Harbour Sample Partners",
  "Sample & Sons",
  "Quay Street Sample",
] as const;
const grades = ["Buy", "Outperform", "Hold", "Neutral", "Underperform"] as const;

/**
 * Returns the EPS consensus at a time. It drifts for 90 days and stays fixed from the day before the report
 * on.
 */
export function consensusAt(company: SampleCompany, quarter: SampleQuarter, at: Date): number {
  const daysLeft = (quarter.reportsAt.getTime() - at.getTime()) / DAY_MS;
  const share = Math.min(1, Math.max(0, Math.floor(daysLeft) / DRIFT_DAYS));
  return rounded(quarter.estimate * (1 - revisionOf(company, quarter.index) * share), 3);
}

export function sampleEstimate(company: SampleCompany, quarter: SampleQuarter, now: Date): QuarterEstimate {
  const consensusEps = consensusAt(company, quarter, now);
  const yearAgo = quarter.index >= 4 ? quarterOf(company, quarter.index - 4).actual : null;
  const spread = consensusEps * (0.04 + 0.06 * seededRandom(company.symbol, "spread", quarter.index));
  return {
    fiscalQuarterEnd: quarter.fiscalQuarterEnd,
    consensusEps,
    analystCount: company.analysts,
    low: rounded(consensusEps - spread),
    high: rounded(consensusEps + spread),
    yearAgoEps: yearAgo,
    consensusRevenue: sampleRevenueOf(company, quarter.index).consensus,
    growth: yearAgo ? rounded(consensusEps / yearAgo - 1, 4) : null,
  };
}

export function sampleRevisions(
  company: SampleCompany,
  quarter: SampleQuarter,
  now: Date,
): EstimateRevisions {
  const before = (days: number) => consensusAt(company, quarter, new Date(now.getTime() - days * DAY_MS));
  const drift = revisionOf(company, quarter.index);
  const moved = Math.round(Math.abs(drift) * 150);
  return {
    current: before(0),
    daysAgo7: before(7),
    daysAgo30: before(30),
    daysAgo60: before(60),
    daysAgo90: before(90),
    upLast7: drift > 0 ? Math.round(moved / 4) : 0,
    upLast30: drift > 0 ? moved : 1,
    downLast7: drift > 0 ? 0 : Math.round(moved / 4),
    downLast30: drift > 0 ? 1 : moved,
  };
}

export function sampleRatings(company: SampleCompany, now: Date): RatingDistribution {
  const month = now.toISOString().slice(0, 7);
  const total = company.analysts;
  const mood =
    0.4 + 0.4 * seededRandom(company.symbol, "mood") + 0.05 * seededRandom(company.symbol, "mood", month);
  const strongBuy = Math.round(total * mood * 0.4);
  const buy = Math.round(total * mood * 0.5);
  const sell = Math.round(total * (1 - mood) * 0.15);
  const strongSell = Math.round(total * (1 - mood) * 0.08);
  return { strongBuy, buy, hold: Math.max(0, total - strongBuy - buy - sell - strongSell), sell, strongSell };
}

/** Returns price targets around the price, shifted by a random factor that changes each month. */
export function sampleTargets(company: SampleCompany, price: number, now: Date): PriceTargets {
  const mean = price * (1.02 + 0.16 * seededRandom(company.symbol, "target", now.toISOString().slice(0, 7)));
  return {
    mean: rounded(mean),
    high: rounded(mean * 1.22),
    low: rounded(mean * 0.76),
    median: rounded(mean * 0.995),
    analystCount: company.analysts,
  };
}

const RATING_DAYS = 75;
/** The number of ratings in a row for which a firm keeps its grade. */
const RATINGS_A_GRADE = 3;

/** Returns the ratings of the last half year, newest first. A firm publishes a rating about every 75 days. */
export function sampleRatingChanges(company: SampleCompany, now: Date): RatingChange[] {
  const today = Math.floor(now.getTime() / DAY_MS);
  const usual = 2.6 * seededRandom(company.symbol, "grade");
  return firms
    .flatMap((firm) => {
      const gradeAt = (turn: number) => {
        const opinion = seededNormal(company.symbol, firm, Math.floor(turn / RATINGS_A_GRADE));
        return Math.min(grades.length - 1, Math.max(0, Math.round(usual + 0.8 * opinion)));
      };
      const last = Math.floor(today / RATING_DAYS);
      return [last, last - 1, last - 2, last - 3].map((turn) => {
        const day =
          turn * RATING_DAYS + Math.floor(RATING_DAYS * seededRandom(company.symbol, firm, "day", turn));
        const [from, to] = [gradeAt(turn - 1), gradeAt(turn)];
        return {
          firm,
          date: new Date(day * DAY_MS + 13.5 * HOUR_MS).toISOString(),
          action: from > to ? ("up" as const) : from < to ? ("down" as const) : ("reit" as const),
          fromGrade: grades[from] ?? grades[0],
          toGrade: grades[to] ?? grades[0],
          age: today - day,
        };
      });
    })
    .filter(({ age }) => age >= 1 && age < 180)
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .map(({ age: _age, ...change }) => change);
}
