import type { CompanyReport } from "#contract/market-data.ts";
import { dottedClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import { storeCompanies } from "./companies.ts";
import { sightingsOf } from "./company-sightings.ts";
import { completeCompany } from "./complete-company.ts";
import { reportsOf, type SeasonStore, storeReports } from "./store.ts";

/** All who ask at one moment get the same numbers. */
export async function storeAndComplete(
  store: SeasonStore,
  company: CompanyReport,
  now: Date,
): Promise<CompanyReport> {
  const { company: described, reports } = sightingsOf(company, now);
  await storeReports(store, reports, { now, today: easternDay(now) });
  await storeCompanies(store, [described], now);
  return completeCompany(company, await reportsOf(store, dottedClass(company.identity.symbol)), now);
}
