import { and, eq, lte, sql } from "drizzle-orm";
import { releaseItemsSchema } from "#contract/company-release.ts";
import { easternDay } from "#contract/time.ts";
import type { FiledResult } from "#market/rows/source-row.ts";
import type { Database } from "#platform/db/client.ts";
import { jsonOrNull } from "#platform/json.ts";
import { companyReleases } from "#platform/schema/releases.ts";

/** The store of a market. `store.ts` imports this file, so its type is not imported from there. */
type ReleaseStore = { db: Database; ledgerId: string };

/**
 * Returns by symbol the days on which companies filed results with the SEC, and the EPS that they state. Uses the
 * primary-key index.
 */
export async function readFiledResults(
  { db, ledgerId }: ReleaseStore,
  symbols: readonly string[],
  now: Date,
): Promise<Map<string, FiledResult[]>> {
  const { symbol, acceptedAt, items } = companyReleases;
  const rows = await db
    .select({ symbol, acceptedAt, items })
    .from(companyReleases)
    .where(
      and(
        eq(companyReleases.ledgerId, ledgerId),
        sql`${symbol} IN (SELECT value FROM json_each(${JSON.stringify(symbols)}))`,
        lte(acceptedAt, now),
      ),
    );
  const filed = new Map<string, FiledResult[]>();
  for (const row of rows) {
    const read = releaseItemsSchema.safeParse(jsonOrNull(row.items ?? ""));
    const reported = read.success ? read.data.reported : [];
    const eps = reported.filter(({ metric }) => metric === "eps").map(({ value }) => value);
    const ofCompany = filed.get(row.symbol) ?? [];
    filed.set(row.symbol, [...ofCompany, { day: easternDay(row.acceptedAt), eps }]);
  }
  return filed;
}
