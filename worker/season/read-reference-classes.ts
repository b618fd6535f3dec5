import { sql } from "drizzle-orm";
import { addIsoDays } from "#model/earnings.ts";
import {
  addToClasses,
  type BeatCounts,
  type ClassCounts,
  type CompanySize,
  REFERENCE_CLASS_DAYS,
  sizeBounds,
} from "#model/reference-class.ts";
import { sectorOf } from "#model/sector.ts";
import { dayIndexHint, type PointInTime, pointInTimeTables, withTables } from "./point-in-time.ts";
import type { SeasonStore } from "./store.ts";

const { dollars, analysts } = sizeBounds;

/**
 * Returns the number of reports and beats in each reference class over the CLASS_DAYS before an ISO day, as
 * known at `moment` (now if null). Reads the database once for all companies.
 */
export async function readReferenceClasses(
  { db, ledgerId }: SeasonStore,
  day: string,
  moment: PointInTime | null = null,
): Promise<ClassCounts> {
  const tables = pointInTimeTables({ ledgerId }, moment, {
    span: { from: addIsoDays(day, -REFERENCE_CLASS_DAYS), to: day },
  });
  const rows = await db.all<
    { size: CompanySize | null; isProfitable: number; sector: string | null } & BeatCounts
  >(sql`${withTables(tables)}
    SELECT CASE
        WHEN c.market_cap >= ${dollars.large} THEN 'large'
        WHEN c.market_cap >= ${dollars.medium} THEN 'medium'
        WHEN c.market_cap IS NOT NULL THEN 'small'
        WHEN r.analyst_count >= ${analysts.large} THEN 'large'
        WHEN r.analyst_count >= ${analysts.medium} THEN 'medium'
        WHEN r.analyst_count IS NOT NULL THEN 'small'
      END AS size,
      r.consensus_eps > 0 AS isProfitable, coalesce(c.sector, c.industry) AS sector,
      count(*) AS n, sum(r.is_beat) AS beats
    FROM season_reports AS r ${dayIndexHint(moment)}
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${addIsoDays(day, -REFERENCE_CLASS_DAYS)} AND r.report_date < ${day}
      AND r.is_beat IS NOT NULL
    GROUP BY 1, 2, 3`);
  const counts = new Map<string, BeatCounts>();
  for (const { size, isProfitable, sector, n, beats } of rows) {
    const traits = { size, isProfitable: isProfitable === 1, sector: sectorOf(sector) };
    addToClasses(counts, traits, { n, beats });
  }
  return counts;
}
