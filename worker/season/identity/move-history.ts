import { sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { HANDED_OVER_MS, tickerSpans } from "#platform/schema/listings.ts";
import type { SeasonStore } from "../store.ts";

const ROWS_A_STEP = 50_000;
/** A pass takes minutes, and may have failed. */
const RECENT_MS = 7 * DAY_MS;

/**
 * One pass in steps: no index leads to settled ones. By the ticker of its day: today's may have been another
 * company's. Answers the next step's beginning. Safe to repeat.
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
  const changed = sql`l.ledger_id = ${ledgerId} AND l.company_id IN (SELECT r.company_id FROM listings AS r
    WHERE r.ledger_id = ${ledgerId} AND r.closed_at > ${now.getTime() - RECENT_MS})`;
  const madeAt = sql`coalesce(p.as_of, p.created_at)`;
  await db.run(sql`
    UPDATE predictions AS p SET symbol_then = nullif(coalesce(p.symbol_then, p.symbol), led.symbol), symbol = led.symbol
    FROM (${tickerSpans(changed)}) AS led
    WHERE p.id > ${after} ${upTo} AND p.user_id IS NOT NULL AND p.ledger_id = ${ledgerId} AND p.symbol <> led.symbol
      AND led.ticker IN (coalesce(p.symbol_then, p.symbol), replace(coalesce(p.symbol_then, p.symbol), '-', '.'))
      AND ${madeAt} >= led.since AND ${madeAt} < led.until`);
  return last?.id ?? null;
}

/** A job may have written under it since the last pass. */
export async function isPassDue({ db, ledgerId }: SeasonStore, now: Date): Promise<boolean> {
  const [found] = await db.all<{ is: number }>(sql`SELECT EXISTS (SELECT 1 FROM listings
    WHERE ledger_id = ${ledgerId} AND closed_at > ${now.getTime() - HANDED_OVER_MS - DAY_MS}) AS "is"`);
  return found?.is === 1;
}
