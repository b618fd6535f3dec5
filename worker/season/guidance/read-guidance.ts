import { and, desc, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import { releaseItemsSchema } from "#contract/company-release.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { companyReleases } from "#platform/schema/releases.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import type { SeasonStore } from "../store.ts";
import { companyGuidanceOf, type ReadRelease } from "./company-guidance.ts";
import { isGuidanceDisputed } from "./disputed.ts";

/** How far back releases and quarter ends are read, which covers four releases and the quarter before them. */
const DAYS_BACK = 500;
/** The number of companies read at once, which keeps the answers within D1's size limit. */
const COMPANIES_AT_ONCE = 100;

/** Returns a company's guidance from the releases accepted until `now`. */
export async function readGuidance(store: SeasonStore, symbol: string, now: Date): Promise<CompanyGuidance> {
  return (await readGuidances(store, [symbol], now)).get(withDottedShareClass(symbol)) ?? NO_RELEASES;
}

/** Returns the guidance of several companies, by symbol. Uses the primary-key indexes. */
export async function readGuidances(
  store: SeasonStore,
  symbols: readonly string[],
  now: Date,
): Promise<Map<string, CompanyGuidance>> {
  const guidances = new Map<string, CompanyGuidance>();
  const all = [...new Set(symbols.map(withDottedShareClass))];
  for (let from = 0; from < all.length; from += COMPANIES_AT_ONCE) {
    const batch = all.slice(from, from + COMPANIES_AT_ONCE);
    const { releases, reports, companies } = await readStored(store, batch, now);
    const [releasesOf, reportsOf] = [
      Map.groupBy(releases, ({ symbol }) => symbol),
      Map.groupBy(reports, ({ symbol }) => symbol),
    ];
    for (const { symbol, currency, basis } of companies) {
      const company = { currency, basis, isSimulated: store.ledgerId.startsWith("sample") };
      const read = (releasesOf.get(symbol) ?? []).map(asRead);
      guidances.set(symbol, companyGuidanceOf(read, reportsOf.get(symbol) ?? [], company));
    }
  }
  return guidances;
}

const { ledgerId: _, ...reportColumns } = getTableColumns(seasonReports);

async function readStored({ db, ledgerId }: SeasonStore, symbols: readonly string[], now: Date) {
  const names = sql`(SELECT value FROM json_each(${JSON.stringify(symbols)}))`;
  const since = addIsoDays(easternDay(now), -DAYS_BACK);
  const [releases, reports, companies] = await Promise.all([
    db
      .select()
      .from(companyReleases)
      .where(
        and(
          eq(companyReleases.ledgerId, ledgerId),
          sql`${companyReleases.symbol} IN ${names}`,
          gte(companyReleases.filingDate, since),
          lte(companyReleases.acceptedAt, now),
        ),
      )
      .orderBy(desc(companyReleases.acceptedAt), companyReleases.file),
    db
      .select(reportColumns)
      .from(seasonReports)
      .where(
        and(
          eq(seasonReports.ledgerId, ledgerId),
          sql`${seasonReports.symbol} IN ${names}`,
          gte(seasonReports.fiscalQuarterEnd, since),
        ),
      )
      .orderBy(desc(seasonReports.fiscalQuarterEnd)),
    db
      .select({
        symbol: seasonCompanies.symbol,
        currency: seasonCompanies.currency,
        basis: seasonCompanies.basis,
      })
      .from(seasonCompanies)
      .where(and(eq(seasonCompanies.ledgerId, ledgerId), sql`${seasonCompanies.symbol} IN ${names}`)),
  ]);
  return { releases, reports, companies };
}

/** Parses a stored release. Items in the format of another version of the app count as unread. */
function asRead(row: typeof companyReleases.$inferSelect): ReadRelease {
  const { accession, filingDate, acceptedAt, url } = row;
  const items = row.items === null ? null : releaseItemsSchema.safeParse(JSON.parse(row.items));
  const isDisputed = isGuidanceDisputed(row.disputed);
  return { accession, filingDate, acceptedAt, url, items: items?.data ?? null, isDisputed };
}
