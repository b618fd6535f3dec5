import type { CompanyIdentity, CompanyReport, Part } from "#contract/market-data.ts";
import type { Refusal } from "../fetch-source.ts";
import { isNotACompany } from "../not-a-company.ts";
import { empty, live, refusedPart, unsupported } from "../part.ts";
import { MarketError } from "../port.ts";
import { ratingChangesOf, ratingsOf, targetsOf } from "./analysts.ts";
import { type FmpClient, type Rows, SOURCE } from "./client.ts";
import { reportsOf } from "./reports.ts";
import { fiscalEstimateSchema, type Profile, profileSchema, reportSchema, rowsOf } from "./schemas.ts";

/** Ten years of reports; the free plan refuses more than the last five rows. */
const LONG_LIST = "44";
const FREE_LIST = "5";

/** Everything FMP tells of a company; each list is asked for on its own. Throws MarketError as the port says. */
export async function readCompany(client: FmpClient, symbol: string, now: Date): Promise<CompanyReport> {
  if (isNotACompany(symbol)) throw notACompany(symbol);
  const of = (query: Record<string, string> = {}) => ({ symbol, ...query });
  const [profiles, reports, years, quarters, targets, ratings, grades] = await Promise.all([
    client.list("profile", of()),
    readReports(client, symbol),
    client.list("analyst-estimates", of({ period: "annual", page: "0", limit: "10" })),
    client.list("analyst-estimates", of({ period: "quarter", page: "0", limit: "40" })),
    client.list("price-target-consensus", of()),
    client.list("grades-consensus", of()),
    client.list("grades", of()),
  ]);
  const profile = profiles.isOk ? rowsOf(profileSchema, profiles.rows)[0] : undefined;
  if (profile && isOther(profile)) throw notACompany(symbol);
  if (!reports.isOk) throw new MarketError(reports.reason, reports.detail, reports.retryAfterSeconds);
  const rows = rowsOf(reportSchema, reports.rows);
  if (reports.rows.length > 0 && rows.length === 0)
    throw new MarketError("malformed", `${SOURCE} answered in a form we do not know.`);
  if (profiles.isOk && !profile && rows.length === 0)
    throw new MarketError("unknown_symbol", `No company is listed as ${symbol}.`);

  const sourced = <T>(data: T | null, missing: string): Part<T> =>
    data === null ? empty(SOURCE, missing) : live(data, SOURCE, client.pageOf(symbol), now);
  const read = <T>(answer: Rows | Refusal, of: (rows: unknown[]) => T | null, missing: string): Part<T> =>
    answer.isOk ? sourced(of(answer.rows), missing) : refusedPart(SOURCE, answer);
  const fiscal = (answer: Rows | Refusal) => (answer.isOk ? rowsOf(fiscalEstimateSchema, answer.rows) : []);
  const yearEnds = fiscal(years).map((row) => row.date);
  const { estimate, reportDate, history } = reportsOf(rows, yearEnds, fiscal(quarters), now);

  return {
    identity: identityOf(profile, symbol),
    estimate: sourced(estimate, "no analysts' estimate of the quarter"),
    reportDate: sourced(reportDate, "no report date"),
    history: sourced(history, "no reported quarters"),
    revisions: unsupported(SOURCE),
    ratings: read(ratings, ratingsOf, "no ratings"),
    priceTargets: read(targets, targetsOf, "no price targets"),
    ratingChanges: read(grades, (all) => ratingChangesOf(all, now), "no changes of rating"),
  };
}

async function readReports(client: FmpClient, symbol: string): Promise<Rows | Refusal> {
  const all = await client.list("earnings", { symbol, limit: LONG_LIST });
  if (all.isOk || all.reason !== "not_in_plan") return all;
  return client.list("earnings", { symbol, limit: FREE_LIST });
}

const otherExchanges = new Set(["CRYPTO", "FOREX", "INDEX", "COMMODITY"]);

function isOther({ isEtf, isFund, exchange }: Profile): boolean {
  return isEtf || isFund || otherExchanges.has((exchange ?? "").toUpperCase());
}

function notACompany(symbol: string): MarketError {
  return new MarketError("not_a_company", `${symbol} is not a company that reports earnings.`);
}

function identityOf(profile: Profile | undefined, symbol: string): CompanyIdentity {
  return {
    symbol,
    name: profile?.companyName || symbol,
    exchange: profile?.exchange ?? null,
    currency: profile?.currency ?? null,
    // An American depositary receipt is quoted in dollars, while its company reports in a currency FMP does not name.
    financialCurrency: profile && !profile.isAdr ? profile.currency : null,
    sector: profile?.sector || null,
    industry: profile?.industry || null,
    country: profile?.country || null,
    price: profile?.price ?? null,
    marketCap: profile?.marketCap ?? null,
    website: profile?.website || null,
  };
}
