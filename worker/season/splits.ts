import { sql } from "drizzle-orm";
import type { Split } from "#market/rows/split-sides.ts";
import type { SeasonStore } from "./store.ts";

/**
 * Returns by symbol the splits of companies up to today, newest first. A split of more than 45 days before the
 * deployment first read a list of changes is not known.
 */
export async function readSplits(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
  today: string,
): Promise<Map<string, Split[]>> {
  if (symbols.length === 0) return new Map();
  const rows = await db.all<Split & { symbol: string }>(sql`
    SELECT ticker AS symbol, day, change ->> 'factor' AS factor FROM company_changes
    WHERE ledger_id = ${ledgerId} AND ticker IN (SELECT value FROM json_each(${JSON.stringify(symbols)}))
      AND kind = 'split' AND state = 'applied' AND day <= ${today} ORDER BY day DESC`);
  return Map.groupBy(rows, ({ symbol }) => symbol);
}
