import { sql } from "drizzle-orm";
import { addIsoDays } from "#contract/time.ts";
import { type ContextKey, LARGE_COMPANY_DOLLARS, type MarketContext } from "#model/history.ts";
import { type ClassTraits, REFERENCE_CLASS_DAYS, sizeBounds } from "#model/reference-class.ts";
import { type Sector, sectorOf } from "#model/sector.ts";
import { type BeatCounts, contextDays, contextOf } from "./market-context.ts";
import { dayIndexHint, type PointInTime, pointInTimeTables, withTables } from "./point-in-time.ts";
import type { SeasonStore } from "./store.ts";

const NONE: BeatCounts = { beats: 0, n: 0 };

export type Contexts = (company: ContextKey) => MarketContext;

/** The windows of the market context, and the one of the reference classes. */
const windowDays = { ...contextDays, classes: REFERENCE_CLASS_DAYS } as const;
type Window = keyof typeof windowDays;

/** The reports of companies that are alike, counted in each window. */
export type ReportGroup = ClassTraits & {
  sector: Sector | null;
  /** Whether the market context of the `yahoo` family counts the company. */
  isLarge: boolean;
  windows: Record<Window, BeatCounts>;
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
export function contextsFrom(groups: readonly ReportGroup[]): Contexts {
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

function total(groups: readonly ReportGroup[], window: Window): BeatCounts {
  return groups.reduce(
    (sum, { windows }) => ({
      beats: sum.beats + windows[window].beats,
      n: sum.n + windows[window].n,
    }),
    NONE,
  );
}

type Row = {
  sector: string | null;
  isLarge: number;
  size: ReportGroup["size"];
  isProfitable: number | null;
} & Record<`${Window}${"N" | "Beats"}`, number | null>;

const { dollars, analysts } = sizeBounds;

/** SQL for `companySizeOf` of the company `c` and its report `r`. */
export const sizeOfCompany = sql`CASE
  WHEN c.market_cap >= ${dollars.large} THEN 'large'
  WHEN c.market_cap >= ${dollars.medium} THEN 'medium'
  WHEN c.market_cap IS NOT NULL THEN 'small'
  WHEN r.analyst_count >= ${analysts.large} THEN 'large'
  WHEN r.analyst_count >= ${analysts.medium} THEN 'medium'
  WHEN r.analyst_count IS NOT NULL THEN 'small'
END`;

/**
 * Counts the reports and beats of the `days` before an ISO day, as known at `moment` (now if null), by what the market
 * context and the reference classes tell apart. Reads the database once for all companies and uses the index on the
 * report date.
 */
export async function readGroups(
  { db, ledgerId }: SeasonStore,
  day: string,
  days: number = Math.max(...Object.values(windowDays)),
  moment: PointInTime | null = null,
): Promise<ReportGroup[]> {
  const windows = Object.entries(windowDays) as [Window, number][];
  const counts = sql.join(
    windows.map(([name, length]) => {
      const isIn = sql`r.report_date >= ${addIsoDays(day, -length)}`;
      return sql`sum(${isIn}) AS ${sql.identifier(`${name}N`)}, sum(r.is_beat AND ${isIn}) AS ${sql.identifier(`${name}Beats`)}`;
    }),
    sql`, `,
  );
  const tables = pointInTimeTables({ ledgerId }, moment, { span: { from: addIsoDays(day, -days), to: day } });
  const rows = await db.all<Row>(sql`${withTables(tables)}
    SELECT coalesce(c.sector, c.industry) AS sector, coalesce(c.market_cap >= ${LARGE_COMPANY_DOLLARS}, 0) AS isLarge,
      ${sizeOfCompany} AS size,
      r.consensus_eps > 0 AS isProfitable, ${counts}
    FROM season_reports AS r ${dayIndexHint(moment)}
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${addIsoDays(day, -days)} AND r.report_date < ${day}
      AND r.is_beat IS NOT NULL
    GROUP BY 1, 2, 3, 4`);
  const groups = new Map<string, ReportGroup>();
  for (const row of rows) {
    const traits = {
      sector: sectorOf(row.sector),
      isLarge: row.isLarge === 1,
      size: row.size,
      isProfitable: row.isProfitable === 1,
    };
    const key = JSON.stringify(traits);
    const known = groups.get(key)?.windows;
    const countsOf = (name: Window): BeatCounts => ({
      beats: (known?.[name].beats ?? 0) + (row[`${name}Beats`] ?? 0),
      n: (known?.[name].n ?? 0) + (row[`${name}N`] ?? 0),
    });
    groups.set(key, {
      ...traits,
      windows: {
        market: countsOf("market"),
        month: countsOf("month"),
        industry: countsOf("industry"),
        peers: countsOf("peers"),
        classes: countsOf("classes"),
      },
    });
  }
  return [...groups.values()];
}
