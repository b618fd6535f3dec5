import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { planDeliveries } from "../deliver.ts";
import { isOneOfPeople, type NotificationDeps } from "./kind.ts";

const kind = "company_ended";
/** A delisting is announced only within this number of days after we learned of it. */
const NEWS_DAYS = 3;

/**
 * Selects the people who watch a company that was recently delisted and have no alert about it yet. The query
 * uses the indexes `company_changes_by_state` and `watchlist_by_company`.
 */
function watchersOfEnded({ store, marketNow }: NotificationDeps, people: readonly string[] | null): SQL {
  return sql`SELECT w.user_id AS user_id, w.symbol AS symbol, d.change AS change, d.day AS day
    FROM company_changes AS d INDEXED BY company_changes_by_state
    CROSS JOIN watchlist AS w ON w.ledger_id = d.ledger_id AND w.symbol = d.ticker
    WHERE d.ledger_id = ${store.ledgerId} AND d.state = 'applied' AND d.seen_at > ${marketNow.getTime() - NEWS_DAYS * DAY_MS}
      AND d.kind = 'ended' AND ${isOneOfPeople(sql`w.user_id`, people)}
      AND NOT EXISTS (SELECT 1 FROM alerts AS a WHERE a.user_id = w.user_id AND a.ledger_id = w.ledger_id
        AND a.symbol = w.symbol AND a.kind = ${kind} AND a.subject = d.day)`;
}

export function dueEndedCompanyWatchers(notifying: NotificationDeps, people: readonly string[] | null): SQL {
  return sql`SELECT user_id FROM (${watchersOfEnded(notifying, people)})`;
}

/**
 * Stores one alert for each person and delisted company and plans its deliveries. Running it again adds
 * nothing.
 */
export async function planEndedCompanyAlerts(
  notifying: NotificationDeps,
  people: readonly string[],
): Promise<void> {
  const { accounts, store, marketNow } = notifying;
  const { db, ledgerId } = store;
  const now = accounts.now();
  const detail = sql`json_object('quarter', '', 'day', day, 'session', NULL, 'ended',
    json_object('ticker', change ->> 'ticker', 'how', change ->> 'how', 'by', change ->> 'by'))`;
  await db.batch([
    db
      .insert(alerts)
      .select(
        sql`SELECT 'alr_' || lower(hex(randomblob(16))), user_id, ${ledgerId}, ${kind}, symbol, day, ${detail},
          ${now.getTime()}, ${marketNow.getTime() + NEWS_DAYS * DAY_MS}, NULL FROM (${watchersOfEnded(notifying, people)}) WHERE true`,
      )
      .onConflictDoNothing(),
    planDeliveries(
      db,
      { kind: "watched_date", channels: ["email", "push"] },
      sql`SELECT user_id, id AS subject FROM alerts WHERE kind = ${kind} AND ledger_id = ${ledgerId}
        AND expires_at > ${marketNow.getTime()} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`,
      now,
    ),
  ]);
}
