import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { excluded, givenRows } from "#db/json-rows.ts";
import { seasonCompanies } from "#db/schema/season.ts";
import type { CompanySighting } from "./report.ts";
import type { SeasonStore } from "./store.ts";

const { name, exchange, sector, industry, country, currency, price, marketCap } = seasonCompanies;
/** What a source may say of a company. */
const described = { name, exchange, sector, industry, country, currency, price, marketCap };
const COMPANIES_AT_ONCE = 1_000;

/** Writes what is known of companies; what a sighting leaves open stays as it was, and what is the same is not written. */
export async function storeCompanies(
  { db, ledgerId }: SeasonStore,
  companies: readonly CompanySighting[],
  now: Date,
): Promise<void> {
  const known = (column: { name: string }) =>
    sql`coalesce(${excluded(column)}, season_companies.${sql.identifier(column.name)})`;
  const changes = Object.values(described).map(
    (column): SQL => sql`${known(column)} IS NOT season_companies.${sql.identifier(column.name)}`,
  );
  for (let from = 0; from < companies.length; from += COMPANIES_AT_ONCE) {
    const rows = companies
      .slice(from, from + COMPANIES_AT_ONCE)
      .map((company) => ({ ...company, ledgerId, isActive: true, updatedAt: now }));
    await db
      .insert(seasonCompanies)
      .select(givenRows(seasonCompanies, rows))
      .onConflictDoUpdate({
        target: [seasonCompanies.ledgerId, seasonCompanies.symbol],
        set: {
          ...Object.fromEntries(Object.entries(described).map(([key, column]) => [key, known(column)])),
          updatedAt: excluded(seasonCompanies.updatedAt),
        },
        setWhere: sql.join(changes, sql` OR `),
      });
  }
}

/**
 * Marks who is listed: a company of the exchanges of a whole listing that is not on it is no longer active, one that came
 * back is. A listing of less than half of those known marks nobody.
 */
export async function markListed(
  { db, ledgerId }: SeasonStore,
  listing: readonly { symbol: string; exchange: string | null }[],
  now: Date,
): Promise<void> {
  const values = (texts: readonly (string | null)[]) =>
    sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(texts)])}))`;
  const isKnown = sql`ledger_id = ${ledgerId} AND exchange IN ${values(listing.map((one) => one.exchange))}`;
  const isListed = sql`symbol IN ${values(listing.map((one) => one.symbol))}`;
  await db.run(sql`UPDATE season_companies SET is_active = (${isListed}), updated_at = ${now.getTime()}
    WHERE ${isKnown} AND is_active <> (${isListed})
    AND ${listing.length} * 2 >= (SELECT count(*) FROM season_companies WHERE ${isKnown} AND is_active)`);
}

/** Whether a listing was ever stored. */
export async function hasListing({ db, ledgerId }: SeasonStore): Promise<boolean> {
  const [row] = await db
    .select({ symbol: seasonCompanies.symbol })
    .from(seasonCompanies)
    .where(and(eq(seasonCompanies.ledgerId, ledgerId), isNotNull(exchange)))
    .limit(1);
  return row !== undefined;
}

/** Names and sectors of companies by ticker; by the primary key. */
export async function companiesOf(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
): Promise<Map<string, { name: string | null; sector: string | null }>> {
  const rows = await db
    .select({ symbol: seasonCompanies.symbol, name, sector })
    .from(seasonCompanies)
    .where(and(eq(seasonCompanies.ledgerId, ledgerId), inArray(seasonCompanies.symbol, [...symbols])));
  return new Map(rows.map(({ symbol, ...described }) => [symbol, described]));
}
