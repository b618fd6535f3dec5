import { sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import type { SeasonStore } from "../store.ts";

const ROWS_A_STEP = 50_000;
/** Tickers given up so lately: a pass takes minutes, and may have failed for a while. */
const RECENT_MS = 7 * DAY_MS;

/**
 * People's settled predictions follow their companies to the tickers of today, in one pass through the table in steps: no index
 * leads to them. Answers where the next step begins, or null after the last. `now` is the market's time; safe to repeat.
 */
export async function moveHistory(
  { db, ledgerId }: SeasonStore,
  after: string,
  now: Date,
): Promise<string | null> {
  const [last] = await db.all<{ id: string }>(
    sql`SELECT id FROM predictions WHERE id > ${after} ORDER BY id LIMIT 1 OFFSET ${ROWS_A_STEP - 1}`,
  );
  const upTo = last ? sql`AND p.id <= ${last.id}` : sql``;
  // Of before the ticker was given up: later ones are another company's.
  await db.run(sql`
    UPDATE predictions AS p SET symbol_then = nullif(coalesce(symbol_then, p.symbol), led.symbol), symbol = led.symbol
    FROM (SELECT l.ticker, l.closed_at, c.symbol FROM listings AS l
        JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
      WHERE l.ledger_id = ${ledgerId} AND l.closed_at > ${now.getTime() - RECENT_MS}) AS led
    WHERE p.id > ${after} ${upTo} AND p.user_id IS NOT NULL AND p.ledger_id = ${ledgerId}
      AND p.symbol IN (led.ticker, replace(led.ticker, '.', '-'))
      AND p.as_of < led.closed_at`);
  return last?.id ?? null;
}

/**
 * Open predictions that came back from a file since their company changed its ticker, whenever that was. By the index on
 * what is due; safe to repeat.
 */
export async function moveReturned({ db, ledgerId }: SeasonStore): Promise<void> {
  await db.run(sql`
    UPDATE predictions AS p SET symbol_then = nullif(coalesce(symbol_then, p.symbol), c.symbol), symbol = c.symbol
    FROM listings AS l JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
    WHERE p.ledger_id = ${ledgerId} AND p.due_at IS NOT NULL AND l.ledger_id = p.ledger_id AND l.kind = 'former'
      AND l.ticker IN (p.symbol, replace(p.symbol, '-', '.')) AND p.as_of < l.closed_at`);
}
