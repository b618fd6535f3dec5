import { sql } from "drizzle-orm";
import { dayAfter } from "#analysis/earnings.ts";
import { type MarketContext, NO_CONTEXT } from "#analysis/model/history.ts";
import { type Counts, contextDays, contextOf } from "./market-context.ts";
import type { SeasonStore } from "./store.ts";

/** The market's reports before a day; by the index on the day, which holds all that is counted. */
export async function marketCounts(
  { db, ledgerId }: SeasonStore,
  day: string,
): Promise<{ market: Counts; month: Counts }> {
  const since = dayAfter(day, -contextDays.month);
  const [row] = await db.all<Record<"n" | "beats" | "monthN" | "monthBeats", number | null>>(sql`
    SELECT count(*) AS n, sum(is_beat) AS beats, sum(report_date >= ${since}) AS monthN,
      sum(is_beat AND report_date >= ${since}) AS monthBeats
    FROM season_reports INDEXED BY season_reports_by_day
    WHERE ledger_id = ${ledgerId} AND report_date >= ${dayAfter(day, -contextDays.market)} AND report_date < ${day}
      AND is_beat IS NOT NULL`);
  return {
    market: { beats: row?.beats ?? 0, n: row?.n ?? 0 },
    month: { beats: row?.monthBeats ?? 0, n: row?.monthN ?? 0 },
  };
}

/** The reports of each industry before a day, its companies by the index on the industry, their reports by the primary key. */
export async function industryCounts(
  { db, ledgerId }: SeasonStore,
  industries: readonly string[],
  day: string,
): Promise<Map<string, { industry: Counts; peers: Counts }>> {
  const since = dayAfter(day, -contextDays.peers);
  const rows = await db.all<{
    industry: string;
    n: number;
    beats: number;
    peersN: number;
    peersBeats: number;
  }>(sql`
    SELECT c.industry AS industry, count(*) AS n, sum(r.is_beat) AS beats, sum(r.report_date >= ${since}) AS peersN,
      sum(r.is_beat AND r.report_date >= ${since}) AS peersBeats
    FROM season_companies AS c JOIN season_reports AS r ON r.ledger_id = c.ledger_id AND r.symbol = c.symbol
    WHERE c.ledger_id = ${ledgerId} AND c.industry IN (SELECT value FROM json_each(${JSON.stringify([...new Set(industries)])}))
      AND r.report_date >= ${dayAfter(day, -contextDays.industry)} AND r.report_date < ${day} AND r.is_beat IS NOT NULL
    GROUP BY c.industry`);
  return new Map(
    rows.map(({ industry, n, beats, peersN, peersBeats }) => [
      industry,
      { industry: { beats, n }, peers: { beats: peersBeats, n: peersN } },
    ]),
  );
}

const NONE: Counts = { beats: 0, n: 0 };

/**
 * What the market, the season and the industry had reported before a day (ISO). With too few reports for the market's share
 * the store holds single companies, and says nothing of an industry either.
 */
export async function readContext(
  store: SeasonStore,
  industry: string | null,
  day: string,
): Promise<MarketContext> {
  const { market, month } = await marketCounts(store, day);
  const whole = contextOf({ market, month, industry: null, peers: null });
  if (whole.marketBeatRate === null) return NO_CONTEXT;
  if (industry === null) return whole;
  const counts = (await industryCounts(store, [industry], day)).get(industry);
  return contextOf({ market, month, industry: counts?.industry ?? NONE, peers: counts?.peers ?? NONE });
}
