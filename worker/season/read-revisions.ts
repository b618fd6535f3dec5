import { sql } from "drizzle-orm";
import { easternDay } from "#contract/time.ts";
import { type DatedConsensus, type PastConsensus, pastConsensusOf } from "#model/revisions.ts";
import type { StoredReport } from "./report.ts";
import type { SeasonStore } from "./store.ts";

type Row = { symbol: string; quarter: string; at: number; consensusEps: number | null };

/**
 * Each report's consensus so many days before a day (ISO); null where not watched then. A version is read
 * under the quarter's present name alone.
 */
export async function readRevisions(
  { db, ledgerId }: SeasonStore,
  reports: readonly Pick<StoredReport, "symbol" | "fiscalQuarterEnd">[],
  asOf: string,
): Promise<(report: Pick<StoredReport, "symbol" | "fiscalQuarterEnd">) => PastConsensus | null> {
  const asked = JSON.stringify(
    reports.map(({ symbol, fiscalQuarterEnd }) => ({ symbol, quarter: fiscalQuarterEnd })),
  );
  const of = (table: string, from: string) => sql`SELECT r.symbol, r.fiscal_quarter_end AS quarter,
    ${sql.raw(`r.${from}`)} AS at, r.consensus_eps AS consensusEps
    FROM json_each(${asked}) AS asked JOIN ${sql.raw(table)} AS r ON r.ledger_id = ${ledgerId}
      AND r.symbol = asked.value ->> 'symbol' AND r.fiscal_quarter_end = asked.value ->> 'quarter'`;
  const rows = await db.all<Row>(
    sql`${of("season_revisions", "held_from")} UNION ALL ${of("season_reports", "changed_at")} ORDER BY at`,
  );
  const seenOf = Map.groupBy(rows, ({ symbol, quarter }) => `${symbol} ${quarter}`);
  return ({ symbol, fiscalQuarterEnd }) => {
    const seen = (seenOf.get(`${symbol} ${fiscalQuarterEnd}`) ?? []).map(
      ({ at, consensusEps }): DatedConsensus => ({ day: easternDay(new Date(at)), consensusEps }),
    );
    return pastConsensusOf(seen, asOf);
  };
}
