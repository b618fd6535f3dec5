import { and, eq, isNotNull, sql } from "drizzle-orm";
import { withDottedShareClass } from "#contract/symbol.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import type { WitnessDeps } from "./witness-report.ts";

/**
 * Stores the SEC's company numbers (CIK) of companies without one. A number that differs from the stored one is
 * left to `readChanges`, because the ticker may belong to another company now. Throws `FilingsUnavailable`.
 * Safe to retry.
 */
export async function storeCompanyIds({ db, ledgerId, filings }: WitnessDeps): Promise<void> {
  const ids = [...(await filings.companyIds())].map(([symbol, cik]) => [withDottedShareClass(symbol), cik]);
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
