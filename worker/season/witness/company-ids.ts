import { and, eq, isNotNull, sql } from "drizzle-orm";
import { dottedClass } from "#contract/symbol.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import type { WitnessDeps } from "./witness-report.ts";

/**
 * Fills in missing numbers. A different number is a change of the company and is judged as one. Throws
 * `FilingsUnavailable`. Safe to repeat.
 */
export async function storeCompanyIds({ db, ledgerId, filings }: WitnessDeps): Promise<void> {
  const ids = [...(await filings.companyIds())].map(([symbol, cik]) => [dottedClass(symbol), cik]);
  await db.run(
    sql`WITH given AS MATERIALIZED (SELECT value ->> 0 AS symbol, value ->> 1 AS cik FROM json_each(${JSON.stringify(ids)}))
        UPDATE season_companies SET cik = given.cik FROM given
        WHERE season_companies.ledger_id = ${ledgerId} AND season_companies.symbol = given.symbol
          AND season_companies.cik IS NULL`,
  );
}

export async function hasCompanyIds({
  db,
  ledgerId,
}: Pick<WitnessDeps, "db" | "ledgerId">): Promise<boolean> {
  const rows = await db
    .select({ cik: seasonCompanies.cik })
    .from(seasonCompanies)
    .where(and(eq(seasonCompanies.ledgerId, ledgerId), isNotNull(seasonCompanies.cik)))
    .limit(1);
  return rows.length > 0;
}
