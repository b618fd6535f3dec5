import { and, eq, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { releaseItemsSchema } from "#contract/company-release.ts";
import { easternDay } from "#contract/time.ts";
import type { FiledEps, FiledResult } from "#market/rows/source-row.ts";
import { jsonOrNull } from "#platform/json.ts";
import { companyReleases, reportWitnesses } from "#platform/schema/releases.ts";
import type { SeasonStore } from "./store.ts";

/**
 * Returns by symbol the days on which companies filed results with the SEC, and the EPS that they state: those that were
 * read from the releases, and the sources' figures that were found in them. Uses both tables' primary keys.
 */
export async function readFiledResults(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
  now: Date,
): Promise<Map<string, FiledResult[]>> {
  const names = sql`(SELECT value FROM json_each(${JSON.stringify(symbols)}))`;
  const { symbol, acceptedAt, items } = companyReleases;
  const { releasedTo, reportedEps, exhibitBasis, finding } = reportWitnesses;
  const [releases, confirmed] = await Promise.all([
    db
      .select({ symbol, acceptedAt, items })
      .from(companyReleases)
      .where(and(eq(companyReleases.ledgerId, ledgerId), sql`${symbol} IN ${names}`, lte(acceptedAt, now))),
    db
      .select({ symbol: reportWitnesses.symbol, releasedTo, reportedEps, exhibitBasis })
      .from(reportWitnesses)
      .where(
        and(
          eq(reportWitnesses.ledgerId, ledgerId),
          sql`${reportWitnesses.symbol} IN ${names}`,
          eq(finding, "confirmed"),
          // A release that states the figure as GAAP may also state the adjusted one, which is not stored here.
          or(isNull(exhibitBasis), ne(exhibitBasis, "gaap")),
          isNotNull(releasedTo),
        ),
      ),
  ]);
  const filed = [
    ...releases.map((row) => ({
      symbol: row.symbol,
      day: easternDay(row.acceptedAt),
      eps: epsIn(row.items),
    })),
    ...confirmed.map((row) => ({
      symbol: row.symbol,
      day: easternDay(row.releasedTo ?? now),
      eps: [{ value: row.reportedEps, basis: row.exhibitBasis }],
    })),
  ];
  return Map.groupBy(filed, (row) => row.symbol);
}

function epsIn(items: string | null): FiledEps[] {
  const { data } = releaseItemsSchema.safeParse(jsonOrNull(items ?? ""));
  return (data?.reported ?? []).filter(({ metric }) => metric === "eps");
}
