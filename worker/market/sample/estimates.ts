import type { PriceTargets, QuarterEstimate, RatingChange } from "#contract/market-data.ts";
import type { EstimateRevisions, RatingDistribution } from "#contract/social.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { rounded, type SampleCompany, seededNormal, seededPick, seededRandom } from "./companies.ts";
import { quarterOf, type SampleQuarter } from "./quarters.ts";

const DRIFT_DAYS = 90;
const firms = [
  "Northfield Sample Research",
  "Harbour Sample Partners",
  "Sample & Sons",
  "Quay Street Sample",
] as const;
const grades = ["Buy", "Outperform", "Hold", "Neutral", "Underperform"] as const;

/** Drifts for 90 days, then stays from the eve of the report on. */
export function consensusAt(company: SampleCompany, quarter: SampleQuarter, at: Date): number {
  const daysLeft = (quarter.reportsAt.getTime() - at.getTime()) / DAY_MS;
  const share = Math.min(1, Math.max(0, Math.floor(daysLeft) / DRIFT_DAYS));
  return rounded(quarter.estimate * (1 - driftOf(company, quarter) * share), 3);
}

export function sampleEstimate(company: SampleCompany, quarter: SampleQuarter, now: Date): QuarterEstimate {
  const consensusEps = consensusAt(company, quarter, now);
  const yearAgo = quarter.index >= 4 ? quarterOf(company, quarter.index - 4).actual : null;
  const spread = consensusEps * (0.04 + 0.06 * seededRandom(company.symbol, "spread", quarter.index));
  return {
    fiscalQuarterEnd: quarter.fiscalQuarterEnd,
    consensusEps,
    analystCount: analystsOf(company),
    low: rounded(consensusEps - spread),
    high: rounded(consensusEps + spread),
    yearAgoEps: yearAgo,
    growth: yearAgo ? rounded(consensusEps / yearAgo - 1, 4) : null,
  };
}

export function sampleRevisions(
  company: SampleCompany,
  quarter: SampleQuarter,
  now: Date,
): EstimateRevisions {
  const before = (days: number) => consensusAt(company, quarter, new Date(now.getTime() - days * DAY_MS));
  const drift = driftOf(company, quarter);
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

function driftOf(company: SampleCompany, quarter: SampleQuarter): number {
  return 0.03 * seededNormal(company.symbol, "revision", quarter.index);
}

export function sampleRatings(company: SampleCompany, now: Date): RatingDistribution {
  const month = now.toISOString().slice(0, 7);
  const total = analystsOf(company);
  const mood = 0.35 + 0.5 * seededRandom(company.symbol, "mood", month);
  const strongBuy = Math.round(total * mood * 0.4);
  const buy = Math.round(total * mood * 0.5);
  const sell = Math.round(total * (1 - mood) * 0.15);
  const strongSell = Math.round(total * (1 - mood) * 0.08);
  return { strongBuy, buy, hold: Math.max(0, total - strongBuy - buy - sell - strongSell), sell, strongSell };
}

/** Around the price, by that month's mood. */
export function sampleTargets(company: SampleCompany, price: number, now: Date): PriceTargets {
  const mean = price * (1.02 + 0.16 * seededRandom(company.symbol, "target", now.toISOString().slice(0, 7)));
  return {
    mean: rounded(mean),
    high: rounded(mean * 1.22),
    low: rounded(mean * 0.76),
    median: rounded(mean * 0.995),
    analystCount: analystsOf(company),
  };
}

/** Last half year, newest first. */
export function sampleRatingChanges(company: SampleCompany, now: Date): RatingChange[] {
  const today = Math.floor(now.getTime() / DAY_MS);
  const changes: RatingChange[] = [];
  for (let age = 1; age < 180; age++) {
    const day = today - age;
    if (seededRandom(company.symbol, "rating", day) > 0.05) continue;
    const toGrade = seededPick(grades, company.symbol, "to", day);
    const fromGrade = seededPick(grades, company.symbol, "from", day);
    const step = grades.indexOf(fromGrade) - grades.indexOf(toGrade);
    changes.push({
      firm: seededPick(firms, company.symbol, "firm", day),
      date: new Date(day * DAY_MS + 13.5 * HOUR_MS).toISOString(),
      action: step > 0 ? "up" : step < 0 ? "down" : "reit",
      fromGrade,
      toGrade,
    });
  }
  return changes;
}

export function analystsOf(company: SampleCompany): number {
  return 12 + Math.floor(24 * seededRandom(company.symbol, "analysts"));
}
