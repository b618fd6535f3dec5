import { type SQL, sql } from "drizzle-orm";
import { dayAfter } from "#analysis/earnings.ts";
import { type ContextOf, type MarketContext, NO_CONTEXT } from "#analysis/model/history.ts";
import { LARGE_COMPANY_DOLLARS } from "#analysis/model/label-family.ts";
import { type Sector, sectorOf } from "#analysis/model/sector.ts";
import { type Counts, contextDays, contextOf } from "./market-context.ts";
import type { SeasonStore } from "./store.ts";

const NONE: Counts = { beats: 0, n: 0 };

/**
 * What market, season and sector had reported before a day (ISO), counted as the fit counts: by the model's sectors, and
 * large companies alone for the family learnt from those. `NO_CONTEXT` with too few reports.
 */
export async function readContext(
  store: SeasonStore,
  { sector, family }: ContextOf,
  day: string,
): Promise<MarketContext> {
  const size = family === "yahoo" ? sql`c.market_cap >= ${LARGE_COMPANY_DOLLARS}` : null;
  const [market, month] = await countReports(store, day, [contextDays.market, contextDays.month], size);
  const whole = contextOf({ market, month, industry: null, peers: null });
  if (whole.marketBeatRate === null) return NO_CONTEXT;
  const own = sectorOf(sector);
  if (own === null) return whole;
  const names = await namesOf(store, own);
  const inSector = sql`${sectorName} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;
  const [industry, peers] = names.length
    ? await countReports(
        store,
        day,
        [contextDays.industry, contextDays.peers],
        size ? sql`${inSector} AND ${size}` : inSector,
      )
    : [NONE, NONE];
  return contextOf({ market, month, industry, peers });
}

/** Reports of the whole market before a day: those of the last 90 days, and of them those of the last 30. */
export async function marketCounts(
  store: SeasonStore,
  day: string,
): Promise<{ market: Counts; month: Counts }> {
  const [market, month] = await countReports(store, day, [contextDays.market, contextDays.month], null);
  return { market, month };
}

const sectorName = sql`coalesce(c.sector, c.industry)`;

/** What the stored companies of a sector name as theirs. */
async function namesOf({ db, ledgerId }: SeasonStore, sector: Sector): Promise<string[]> {
  const rows = await db.all<{ name: string | null }>(
    sql`SELECT DISTINCT ${sectorName} AS name FROM season_companies AS c WHERE c.ledger_id = ${ledgerId}`,
  );
  return rows.flatMap(({ name }) => (name !== null && sectorOf(name) === sector ? [name] : []));
}

/** Reports of the last `long` and of the last `short` days before a day: of all companies, or of those that meet a condition. */
async function countReports(
  { db, ledgerId }: SeasonStore,
  day: string,
  [long, short]: readonly [long: number, short: number],
  companies: SQL | null,
): Promise<[long: Counts, short: Counts]> {
  const since = dayAfter(day, -short);
  const source = companies
    ? sql`season_companies AS c JOIN season_reports AS r ON r.ledger_id = c.ledger_id AND r.symbol = c.symbol`
    : sql`season_reports AS r INDEXED BY season_reports_by_day`;
  const [row] = await db.all<Record<"n" | "beats" | "shortN" | "shortBeats", number | null>>(sql`
    SELECT count(*) AS n, sum(r.is_beat) AS beats, sum(r.report_date >= ${since}) AS shortN,
      sum(r.is_beat AND r.report_date >= ${since}) AS shortBeats
    FROM ${source}
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${dayAfter(day, -long)} AND r.report_date < ${day}
      AND r.is_beat IS NOT NULL AND ${companies ?? sql`1`}`);
  return [
    { beats: row?.beats ?? 0, n: row?.n ?? 0 },
    { beats: row?.shortBeats ?? 0, n: row?.shortN ?? 0 },
  ];
}
