import { and, desc, eq, lte } from "drizzle-orm";
import type { CompanyGuidance } from "#contract/company-guidance.ts";
import { releaseItemsSchema } from "#contract/company-release.ts";
import { dottedClass } from "#contract/symbol.ts";
import { companyReleases } from "#platform/schema/releases.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { reportsOf, type SeasonStore } from "../store.ts";
import { companyGuidanceOf, type ReadRelease } from "./company-guidance.ts";

/** Exhibits of a year and their amendments. */
const MAX_EXHIBITS = 20;

/** By primary keys. `now` is the market's time: what was accepted later is not known yet. */
export async function readGuidance(
  store: SeasonStore,
  symbolAsked: string,
  now: Date,
): Promise<CompanyGuidance> {
  const { db, ledgerId } = store;
  const symbol = dottedClass(symbolAsked);
  const [releases, reports, companies] = await Promise.all([
    db
      .select()
      .from(companyReleases)
      .where(
        and(
          eq(companyReleases.ledgerId, ledgerId),
          eq(companyReleases.symbol, symbol),
          lte(companyReleases.acceptedAt, now),
        ),
      )
      .orderBy(desc(companyReleases.acceptedAt), companyReleases.file)
      .limit(MAX_EXHIBITS),
    reportsOf(store, symbol),
    db
      .select({ currency: seasonCompanies.currency, basis: seasonCompanies.basis })
      .from(seasonCompanies)
      .where(and(eq(seasonCompanies.ledgerId, ledgerId), eq(seasonCompanies.symbol, symbol)))
      .limit(1),
  ]);
  const { currency = null, basis = null } = companies[0] ?? {};
  const company = { currency, basis, isSimulated: ledgerId.startsWith("sample") };
  return companyGuidanceOf(releases.map(asRead), reports, company);
}

/** What another version stored in another form counts as unread. */
function asRead(row: typeof companyReleases.$inferSelect): ReadRelease {
  const { accession, filingDate, acceptedAt, url } = row;
  const items = row.items === null ? null : releaseItemsSchema.safeParse(JSON.parse(row.items));
  return { accession, filingDate, acceptedAt, url, items: items?.data ?? null };
}
