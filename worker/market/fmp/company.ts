import type { RowFault } from "#contract/figure-doubt.ts";
import type {
  CompanyIdentity,
  CompanyReport,
  Part,
  PriceTargets,
  RatingChange,
} from "#contract/market-data.ts";
import type { RatingDistribution } from "#contract/social.ts";
import { easternInstant } from "#contract/time.ts";
import type { SourceFailure } from "../fetch-source.ts";
import {
  emptyPart,
  failedPart,
  isNotACompany,
  livePart,
  MarketError,
  unsupportedPart,
  withFaults,
} from "../port.ts";
import type { Split } from "../rows/split-sides.ts";
import { type FmpClient, type Rows, SOURCE } from "./client.ts";
import { scheduledReportsFrom, unreadableRows } from "./reports.ts";
import {
  type FmpProfile,
  fiscalEstimateSchema,
  gradeSchema,
  profileSchema,
  ratingsSchema,
  reportSchema,
  rowsOf,
  splitFactorOf,
  splitSchema,
  targetsSchema,
} from "./schemas.ts";

/**
 * The number of reports to request: a little more than ten years of quarters, or five, because the free plan
 * refuses more.
 */
const LONG_LIST = "44";
const FREE_LIST = "5";

export async function readCompany(client: FmpClient, symbol: string, now: Date): Promise<CompanyReport> {
  if (isNotACompany(symbol)) throw notACompany(symbol);
  const withSymbol = (query: Record<string, string> = {}) => ({ symbol, ...query });
  const [profiles, reports, years, quarters, splits, targets, ratings, grades] = await Promise.all([
    client.list("profile", withSymbol()),
    readReports(client, symbol),
    client.list("analyst-estimates", withSymbol({ period: "annual", page: "0", limit: "10" })),
    client.list("analyst-estimates", withSymbol({ period: "quarter", page: "0", limit: "40" })),
    client.list("splits", withSymbol()),
    client.list("price-target-consensus", withSymbol()),
    client.list("grades-consensus", withSymbol()),
    client.list("grades", withSymbol()),
  ]);
  const profile = profiles.isOk ? rowsOf(profileSchema, profiles.rows)[0] : undefined;
  if (profile && isOther(profile)) throw notACompany(symbol);
  if (!reports.isOk) throw new MarketError(reports.reason, reports.detail, reports.retryAfterSeconds);
  const readable = rowsOf(reportSchema, reports.rows);
  const rows = readable.filter((row) => row.symbol === symbol);
  if (reports.rows.length > 0 && readable.length === 0)
    throw new MarketError("malformed", `${SOURCE} answered in a form we do not know.`);
  if (profiles.isOk && !profile && rows.length === 0)
    throw new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);

  const sourced = <T>(data: T | null, missing: string): Part<T> =>
    data === null ? emptyPart(SOURCE, missing) : livePart(data, SOURCE, client.pageOf(symbol), now);
  const read = <T>(
    answer: Rows | SourceFailure,
    convert: (rows: unknown[]) => T | null,
    missing: string,
  ): Part<T> => (answer.isOk ? sourced(convert(answer.rows), missing) : failedPart(SOURCE, answer));
  const fiscal = (answer: Rows | SourceFailure) =>
    answer.isOk ? rowsOf(fiscalEstimateSchema, answer.rows) : [];
  const yearEnds = fiscal(years).map((row) => row.date);
  const { estimate, reportDate, history, faults } = scheduledReportsFrom(
    rows,
    { yearEnds, quarters: fiscal(quarters), splits: splits.isOk ? splitsOf(splits.rows) : null },
    now,
  );
  const ofOthers = readable.filter((row) => row.symbol !== symbol);
  const rowFaults = [
    ...unreadableRows(reports.rows, symbol),
    ...ofOthers.map(
      ({ symbol: other, date }): RowFault => ({ reason: "other_ticker", symbol: other, day: date }),
    ),
    ...faults,
  ];

  return {
    identity: identityOf(profile, symbol),
    estimate: sourced(estimate, "no analysts' estimate of the quarter"),
    reportDate: sourced(reportDate, "no report date"),
    history: withFaults(sourced(history, "no reported quarters"), rowFaults),
    revisions: unsupportedPart(SOURCE),
    ratings: read(ratings, ratingsOf, "no ratings"),
    priceTargets: read(targets, targetsOf, "no price targets"),
    ratingChanges: read(grades, (all) => ratingChangesOf(all, now), "no changes of rating"),
  };
}

async function readReports(client: FmpClient, symbol: string): Promise<Rows | SourceFailure> {
  const all = await client.list("earnings", { symbol, limit: LONG_LIST });
  if (all.isOk || all.reason !== "not_in_plan") return all;
  return client.list("earnings", { symbol, limit: FREE_LIST });
}

/** Returns the company's splits, or null when a row does not say what it must, because that one may be missing. */
function splitsOf(rows: readonly unknown[]): Split[] | null {
  const splits = rowsOf(splitSchema, rows).flatMap((row): Split[] => {
    const factor = splitFactorOf(row);
    return factor === null ? [] : [{ day: row.date, factor }];
  });
  return splits.length < rows.length ? null : splits;
}

const otherExchanges = new Set(["CRYPTO", "FOREX", "INDEX", "COMMODITY"]);

function isOther({ isEtf, isFund, exchange }: FmpProfile): boolean {
  return isEtf || isFund || otherExchanges.has((exchange ?? "").toUpperCase());
}

function notACompany(symbol: string): MarketError {
  return new MarketError("not_a_company", `${symbol} is not a company that reports earnings.`);
}

function identityOf(profile: FmpProfile | undefined, symbol: string): CompanyIdentity {
  return {
    symbol,
    name: profile?.companyName || symbol,
    exchange: profile?.exchange ?? null,
    currency: profile?.currency ?? null,
    // A depositary receipt is quoted in dollars, and FMP does not give the currency in which its company
    // reports.
    financialCurrency: profile && !profile.isAdr ? profile.currency : null,
    sector: profile?.sector || null,
    industry: profile?.industry || null,
    country: profile?.country || null,
    price: profile?.price ?? null,
    marketCap: profile?.marketCap ?? null,
    website: profile?.website || null,
  };
}

const MAX_RATING_CHANGES = 20;

/** Returns the price targets, in the currency of the listing. FMP gives no number of analysts. */
function targetsOf(rows: readonly unknown[]): PriceTargets | null {
  const [row] = rowsOf(targetsSchema, rows);
  if (!row) return null;
  return {
    mean: row.targetConsensus,
    high: row.targetHigh,
    low: row.targetLow,
    median: row.targetMedian,
    analystCount: null,
  };
}

function ratingsOf(rows: readonly unknown[]): RatingDistribution | null {
  const [ratings] = rowsOf(ratingsSchema, rows);
  return ratings && Object.values(ratings).some((count) => count > 0) ? ratings : null;
}

const actions: Readonly<Record<string, RatingChange["action"]>> = {
  upgrade: "up",
  downgrade: "down",
  initialise: "init",
  initialize: "init",
  initiate: "init",
  maintain: "main",
  reiterate: "reit",
};

/** Returns the changes of rating up to `now`, newest first, or null without any. */
function ratingChangesOf(rows: readonly unknown[], now: Date): RatingChange[] | null {
  const changes = rowsOf(gradeSchema, rows).flatMap((row): RatingChange[] => {
    const action = actions[row.action.toLowerCase()];
    const at = easternInstant(row.date);
    if (!action || at > now) return [];
    const { gradingCompany: firm, previousGrade, newGrade: toGrade } = row;
    return [{ firm, date: at.toISOString(), action, fromGrade: previousGrade || null, toGrade }];
  });
  if (changes.length === 0) return null;
  return changes.sort((a, b) => b.date.localeCompare(a.date)).slice(0, MAX_RATING_CHANGES);
}
