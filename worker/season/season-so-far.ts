import { sql } from "drizzle-orm";
import { dayAfter } from "#analysis/earnings.ts";
import { wilsonInterval } from "#analysis/model/statistics.ts";
import type { BeatShare, SeasonSoFar } from "#contract/market.ts";
import { easternDay } from "#worker/time.ts";
import { marketCounts } from "./read-context.ts";
import type { SeasonStore } from "./store.ts";

const OTHER_SECTOR = "Other";
const MAX_SECTORS = 30;

/**
 * Beats among all reports since the calendar quarter began, in all and by sector, the largest first, beside the last 90 days.
 * Reports by the index on the day, companies by the primary key.
 */
export async function seasonSoFar(store: SeasonStore, now: Date): Promise<SeasonSoFar> {
  const { db, ledgerId } = store;
  const today = easternDay(now);
  const month = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
  const since = `${today.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
  const rows = await db.all<{ sector: string; reported: number; beats: number }>(sql`
    SELECT coalesce(c.sector, ${OTHER_SECTOR}) AS sector, count(*) AS reported, sum(r.is_beat) AS beats
    FROM season_reports AS r INDEXED BY season_reports_by_day
      LEFT JOIN season_companies AS c ON c.ledger_id = r.ledger_id AND c.symbol = r.symbol
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${since} AND r.report_date <= ${today} AND r.is_beat IS NOT NULL
    GROUP BY 1 ORDER BY reported DESC, sector LIMIT ${MAX_SECTORS}`);
  const total = (of: "reported" | "beats") => rows.reduce((sum, row) => sum + row[of], 0);
  const { market } = await marketCounts(store, dayAfter(today, 1));
  return {
    since,
    ...withInterval(total("reported"), total("beats")),
    last90Days: withInterval(market.n, market.beats),
    sectors: rows.map(({ sector, reported, beats }) => ({ sector, ...withInterval(reported, beats) })),
  };
}

function withInterval(reported: number, beats: number): BeatShare {
  return { reported, beats, ...wilsonInterval(beats, reported) };
}
