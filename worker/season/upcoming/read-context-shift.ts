import { sql } from "drizzle-orm";
import { addIsoDays } from "#contract/time.ts";
import { CONTEXT_SHIFT_DAYS, type ContextShift, contextShiftFrom } from "#model/context-shift.ts";
import type { SeasonStore } from "../store.ts";

type SettledRow = { beatProbability: number; shift: number; isBeat: number };

/**
 * Returns the shift that an ISO day adds to forecasts without the market's context, from the settled forecasts
 * of that kind before the day. Uses the index on the report date.
 */
export async function readContextShift({ db, ledgerId }: SeasonStore, day: string): Promise<ContextShift> {
  const rows = await db.all<SettledRow>(sql`
    SELECT s.beat_probability AS beatProbability, s.context_shift AS shift, r.is_beat AS isBeat
    FROM season_reports AS r INDEXED BY season_reports_by_day
      JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
        AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${ledgerId} AND r.report_date >= ${addIsoDays(day, -CONTEXT_SHIFT_DAYS)}
      AND r.report_date < ${day} AND r.is_beat IS NOT NULL AND r.is_comparable AND s.context_shift IS NOT NULL`);
  return contextShiftFrom(
    day,
    rows.map((row) => ({ ...row, isBeat: row.isBeat === 1 })),
  );
}
