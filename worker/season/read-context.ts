import { sql } from "drizzle-orm";
import { addIsoDays } from "#model/earnings.ts";
import { type ContextKey, LARGE_COMPANY_DOLLARS, type MarketContext } from "#model/history.ts";
import { type Sector, sectorOf } from "#model/sector.ts";
import { type BeatCounts, contextDays, contextOf } from "./market-context.ts";
import { dayIndexHint, type PointInTime, pointInTimeTables, withTables } from "./point-in-time.ts";
import type { SeasonStore } from "./store.ts";

const NONE: BeatCounts = { beats: 0, n: 0 };

export type Contexts = (company: ContextKey) => MarketContext;

type Group = {
  sector: Sector | null;
  isLarge: boolean;
  windows: Record<keyof typeof contextDays, BeatCounts>;
};

/**
 * Returns a function that gives a company's market context from the reports before an ISO day. It counts as the
 * model's fit does: by the model's sectors, and only large companies for the `yahoo` family, which was fitted
 * on them. Reads the database once for all companies.
 */
export async function readContexts(store: SeasonStore, day: string): Promise<Contexts> {
  return contextsFrom(await readGroups(store, day));
}

/** Returns the function of `readContexts` from the counts of `readGroups`. */
export function contextsFrom(groups: readonly Group[]): Contexts {
  return ({ sector, family }) => {
    const own = sectorOf(sector);
    const ofFamily = groups.filter(({ isLarge }) => family !== "yahoo" || isLarge);
    const ofSector = own === null ? null : ofFamily.filter((group) => group.sector === own);
    return contextOf({
      market: total(ofFamily, "market"),
      month: total(ofFamily, "month"),
      industry: ofSector && total(ofSector, "industry"),
      peers: ofSector && total(ofSector, "peers"),
    });
  };
}

export async function marketCounts(
  store: SeasonStore,
  day: string,
  moment: PointInTime | null = null,
): Promise<{ market: BeatCounts; month: BeatCounts }> {
  const groups = await readGroups(store, day, contextDays.market, moment);
  return { market: total(groups, "market"), month: total(groups, "month") };
}

function total(groups: readonly Group[], window: keyof typeof contextDays): BeatCounts {
  return groups.reduce(
    (sum, { windows }) => ({
      beats: sum.beats + windows[window].beats,
      n: sum.n + windows[window].n,
    }),
    NONE,
  );
}

type Row = { sector: string | null; isLarge: number } & Record<
  `${keyof typeof contextDays}${"N" | "Beats"}`,
  number | null
>;

/** Counts reports and beats by sector, size of the company and window. Uses the index on the report date. */
export async function readGroups(
  { db, ledgerId }: SeasonStore,
  day: string,
  days: number = contextDays.industry,
  moment: PointInTime | null = null,
) {
  const windows = Object.entries(contextDays) as [keyof typeof contextDays, number][];
  const counts = sql.join(
    windows.map(([name, length]) => {
      const isIn = sql`r.report_date >= ${addIsoDays(day, -length)}`;
      return sql`sum(${isIn}) AS ${sql.identifier(`${name}N`)}, sum(r.is_beat AND ${isIn}) AS ${sql.identifier(`${name}Beats`)}`;
    }),
    sql`, `,
  );
  const tables = pointInTimeTables({ ledgerId }, moment, { span: { from: addIsoDays(day, -days), to: day } });
  const rows = await db.all<Row>(sql`${withTables(tables)}
    SELECT coalesce(c.sector, c.industry) AS sector, coalesce(c.market_cap >= ${LARGE_COMPANY_DOLLARS}, 0) AS isLarge, ${counts}
    FROM season_reports AS r ${dayIndexHint(moment)}
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${addIsoDays(day, -days)} AND r.report_date < ${day}
      AND r.is_beat IS NOT NULL
    GROUP BY 1, 2`);
  return rows.map((row): Group => {
    const countsOf = (name: keyof typeof contextDays): BeatCounts => ({
      beats: row[`${name}Beats`] ?? 0,
      n: row[`${name}N`] ?? 0,
    });
    return {
      sector: sectorOf(row.sector),
      isLarge: row.isLarge === 1,
      windows: {
        market: countsOf("market"),
        month: countsOf("month"),
        industry: countsOf("industry"),
        peers: countsOf("peers"),
      },
    };
  });
}
