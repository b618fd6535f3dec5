import { and, eq, type SQL, sql } from "drizzle-orm";
import { excluded, isAmong, valuesAsTable } from "#platform/db/client.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { isFreeTicker } from "./identity/company-id.ts";
import { followTickers } from "./identity/tickers.ts";
import type { CompanyObservation } from "./report.ts";
import type { SeasonStore } from "./store.ts";

const { name, exchange, sector, industry, country, currency, price, marketCap } = seasonCompanies;
const described = { name, exchange, sector, industry, country, currency };
const columns = { ...described, price, marketCap };
const COMPANIES_AT_ONCE = 1_000;

/**
 * Returns SQL for the currency in which a company reports. Exchanges' lists state no currency, so a U.S.
 * company without one counts as reporting in dollars. `table` is season_companies or an alias of it.
 */
export function reportCurrency(table: string): SQL<string | null> {
  const columnOf = (column: string) => sql`${sql.identifier(table)}.${sql.identifier(column)}`;
  return sql`coalesce(${columnOf("currency")}, CASE WHEN ${columnOf("country")} IN ('United States', 'US') THEN 'USD' END)`;
}

/**
 * Inserts or updates companies. An unknown value (null) leaves the stored one, and an unchanged row is not
 * written.
 */
export async function storeCompanies(
  store: SeasonStore,
  sightings: readonly CompanyObservation[],
  now: Date,
): Promise<void> {
  const { db, ledgerId } = store;
  const companies = await followTickers(store, sightings, now);
  const knownOrNew = (column: { name: string }) =>
    sql`coalesce(${excluded(column)}, season_companies.${sql.identifier(column.name)})`;
  const changesOf = (some: Record<string, { name: string }>) =>
    sql.join(
      Object.values(some).map(
        (column): SQL => sql`${knownOrNew(column)} IS NOT season_companies.${sql.identifier(column.name)}`,
      ),
      sql` OR `,
    );
  for (let from = 0; from < companies.length; from += COMPANIES_AT_ONCE) {
    const rows = companies
      .slice(from, from + COMPANIES_AT_ONCE)
      .map((company) => ({ ...company, ledgerId, isActive: true, updatedAt: now, describedAt: now }));
    await db
      .insert(seasonCompanies)
      .select(valuesAsTable(seasonCompanies, rows, isFreeTicker(now)))
      .onConflictDoUpdate({
        target: [seasonCompanies.ledgerId, seasonCompanies.symbol],
        set: {
          ...Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, knownOrNew(column)])),
          updatedAt: excluded(seasonCompanies.updatedAt),
          describedAt: sql`iif(${changesOf(described)}, excluded.described_at, season_companies.described_at)`,
        },
        setWhere: changesOf(columns),
      });
  }
}

/**
 * Marks the known companies of the given list's exchanges as active if they are in the list, and as inactive
 * otherwise. Returns false, and changes nothing, when the list is less than half as long as the number of
 * active companies.
 */
export async function markListed(
  store: SeasonStore,
  given: readonly { symbol: string; exchange: string | null }[],
  now: Date,
): Promise<boolean> {
  const { db, ledgerId } = store;
  const listing = await followTickers(store, given, now);
  const values = (texts: readonly (string | null)[]) =>
    sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(texts)])}))`;
  const isKnown = sql`ledger_id = ${ledgerId} AND ended_on IS NULL
    AND exchange IN ${values(listing.map((one) => one.exchange))}`;
  const isListed = sql`symbol IN ${values(listing.map((one) => one.symbol))}`;
  const [activeCount] = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM season_companies WHERE ${isKnown} AND is_active`,
  );
  if (listing.length * 2 < (activeCount?.n ?? 0)) return false;
  await db.run(sql`UPDATE season_companies SET is_active = (${isListed}), updated_at = ${now.getTime()}
    WHERE ${isKnown} AND is_active <> (${isListed})`);
  return true;
}

export async function companiesOf(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
): Promise<Map<string, { name: string | null; sector: string | null }>> {
  const rows = await db
    .select({ symbol: seasonCompanies.symbol, name, sector })
    .from(seasonCompanies)
    .where(and(eq(seasonCompanies.ledgerId, ledgerId), isAmong(seasonCompanies.symbol, symbols)));
  return new Map(rows.map(({ symbol, ...described }) => [symbol, described]));
}
