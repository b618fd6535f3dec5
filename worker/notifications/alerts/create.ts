import { sql } from "drizzle-orm";
import type { Opens } from "#contract/calendar.ts";
import { alertRule } from "#contract/rules.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { givenRows } from "#platform/db/json-rows.ts";
import { newId } from "#platform/ids.ts";
import { alertDeliveries, alerts } from "#platform/schema/alerts.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { openReports } from "#season/calendar/who-sees.ts";
import type { SeasonStore } from "#season/store.ts";
import { decideAlerts, type WatchedReport } from "./decide.ts";

/** The market's time and the real one. */
type Clocks = { now: Date; marketNow: Date };

type Row = Omit<WatchedReport, "probability"> & { slateProbability: number | null };

/** A report that is this late is still the one that people wait for. */
const LATE_DAYS = 3;
/** How far ahead a report is looked for whose day is compared. */
const MAX_AHEAD_DAYS = 130;

/**
 * Stores the alerts of some people with their deliveries, once a person, company, kind and subject, and in the same batch what
 * later ones are compared with. Answers how many are new.
 */
export async function createAlerts(
  store: SeasonStore,
  people: readonly string[],
  { now, marketNow }: Clocks,
  opensOf: (userId: string) => Promise<Opens>,
): Promise<number> {
  const { db, ledgerId } = store;
  const today = easternDay(marketNow);
  const watched = await readWatched(store, people, today);
  const isOpen = await openTo(store, watched, opensOf, today);
  const made = watched.map((row) => ({
    row,
    ...decideAlerts({ ...row, probability: isOpen(row) ? row.slateProbability : null }, marketNow),
  }));
  const settled = await newlySettled(store, people, marketNow);
  const rows = made.flatMap(({ row: { userId, symbol }, alerts: decided }) =>
    decided.map((one) => ({
      ...{ id: newId("alr"), userId, ledgerId, symbol, createdAt: now, readAt: null },
      ...one,
    })),
  );
  const all = [
    ...rows,
    ...settled.map((one) => ({ ...one, id: newId("alr"), createdAt: now, readAt: null })),
  ];
  const baselines = made.flatMap(({ row: { userId, symbol }, baseline }) =>
    baseline ? [[userId, ledgerId, symbol, baseline.quarter, baseline.day, baseline.probability]] : [],
  );
  if (all.length + baselines.length === 0) return 0;
  // A settled prediction has a mail and a push message of its own (worker/notifications/notices).
  const deliveries = rows.flatMap(({ id, userId }) =>
    (["mail", "push"] as const).map((channel) => ({
      ...{ alertId: id, channel, userId, state: "retry" as const, attempts: 0, batch: null, dueAt: now },
    })),
  );
  const isStored = sql`EXISTS (SELECT 1 FROM alerts WHERE alerts.id = given.alert_id)`;
  const hasOwner = sql`EXISTS (SELECT 1 FROM users WHERE users.id = given.user_id)`;
  const [stored] = await db.batch([
    db
      .insert(alerts)
      .select(givenRows(alerts, all, hasOwner))
      .onConflictDoNothing()
      .returning({ id: alerts.id }),
    db
      .insert(alertDeliveries)
      .select(givenRows(alertDeliveries, deliveries, isStored))
      .onConflictDoNothing(),
    db
      .update(watchlist)
      .set({
        alertedQuarter: sql`given.value ->> 3`,
        alertedDay: sql`given.value ->> 4`,
        alertedProbability: sql`given.value ->> 5`,
      })
      .from(sql`json_each(${JSON.stringify(baselines)}) AS given`)
      .where(
        // The market is given with each row: as a constant it has every list of the market compared with every row.
        sql`watchlist.user_id = given.value ->> 0 AND watchlist.ledger_id = given.value ->> 1 AND watchlist.symbol = given.value ->> 2`,
      ),
  ]);
  return stored.length;
}

/** The next report of each watched company of some people; by the primary keys. */
async function readWatched({ db, ledgerId }: SeasonStore, people: readonly string[], today: string) {
  const rows = await db.all<Row>(sql`
    SELECT w.user_id AS userId, w.symbol AS symbol, w.alerted_quarter AS alertedQuarter,
      w.alerted_day AS alertedDay, w.alerted_probability AS alertedProbability,
      r.fiscal_quarter_end AS quarter, r.report_date AS day, r.session AS session, r.moved_from AS movedFrom,
      s.beat_probability AS slateProbability
    FROM watchlist AS w
    JOIN season_reports AS r ON r.ledger_id = w.ledger_id AND r.symbol = w.symbol
      AND r.reported_eps IS NULL AND r.consensus_eps IS NOT NULL
      AND r.report_date BETWEEN ${dayAfter(today, -LATE_DAYS)} AND ${dayAfter(today, MAX_AHEAD_DAYS)}
    LEFT JOIN slate AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
      AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE w.ledger_id = ${ledgerId} AND w.user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))
    ORDER BY r.report_date DESC`);
  // The earliest of a company is written last.
  return [...new Map(rows.map((row) => [`${row.userId} ${row.symbol}`, row])).values()];
}

/** Which of the rows show their probability to the person whose row it is. */
async function openTo(
  store: SeasonStore,
  rows: readonly Row[],
  opensOf: (userId: string) => Promise<Opens>,
  today: string,
): Promise<(row: Row) => boolean> {
  const scored = rows.filter(({ slateProbability }) => slateProbability !== null);
  const opens = new Map<string, Opens>();
  for (const userId of new Set(scored.map((row) => row.userId))) opens.set(userId, await opensOf(userId));
  const limited = scored.filter(({ userId }) => opens.get(userId) === "largest");
  const reportOf = ({ symbol, quarter }: Row) => ({ symbol, fiscalQuarterEnd: quarter });
  const isLargest = await openReports(store, limited.map(reportOf), "largest", today);
  return (row) => {
    const plan = opens.get(row.userId);
    return plan === "all" || (plan === "largest" && isLargest(reportOf(row)));
  };
}

/** A settlement older than this is no news. */
const NEWS_MS = 2 * DAY_MS;

/** Predictions of some people that were settled lately, each once; by `predictions_by_state`. */
async function newlySettled({ db, ledgerId }: SeasonStore, people: readonly string[], marketNow: Date) {
  const since = marketNow.getTime() - NEWS_MS;
  const rows = await db.all<{ userId: string; symbol: string; id: string; quarter: string; day: string }>(sql`
    SELECT p.user_id AS userId, p.symbol AS symbol, p.id AS id,
      coalesce(p.fiscal_quarter_end, '') AS quarter, coalesce(p.report_date, '') AS day
    FROM json_each(${JSON.stringify(people)}) AS given
    JOIN predictions AS p ON p.scope = 'user:' || given.value AND p.state = 'settled' AND p.settled_at > ${since}
    WHERE p.ledger_id = ${ledgerId} AND p.is_correct IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM alerts AS a WHERE a.user_id = given.value AND a.ledger_id = p.ledger_id
        AND a.symbol = p.symbol AND a.kind = 'prediction_settled' AND a.subject = p.id)`);
  return rows.map(({ userId, symbol, id, quarter, day }) => ({
    ...{ userId, ledgerId, symbol, kind: "prediction_settled" as const, subject: id },
    detail: { quarter, day, session: null },
    expiresAt: new Date(marketNow.getTime() + NEWS_MS),
  }));
}

/**
 * People to whom something is due: an alert that is not stored, or a delivery. Reports by the index on the day, watchers by that
 * on the company.
 */
export async function peopleWithAlerts(
  { db, ledgerId }: SeasonStore,
  { now, marketNow }: Clocks,
  limit: number,
): Promise<string[]> {
  const today = easternDay(marketNow);
  const isMissing = (kind: string) => sql`NOT EXISTS (SELECT 1 FROM alerts AS a WHERE a.user_id = w.user_id
    AND a.ledger_id = w.ledger_id AND a.symbol = w.symbol AND a.kind = ${kind} AND a.subject = r.report_date)`;
  const near = dayAfter(today, alertRule.daysAhead);
  const rows = await db.all<{ userId: string }>(sql`
    SELECT user_id AS userId FROM alert_deliveries WHERE due_at <= ${now.getTime()}
    UNION
    SELECT w.user_id FROM season_reports AS r INDEXED BY season_reports_by_day
    CROSS JOIN watchlist AS w ON w.ledger_id = r.ledger_id AND w.symbol = r.symbol
    LEFT JOIN slate AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
      AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${ledgerId} AND r.reported_eps IS NULL AND r.consensus_eps IS NOT NULL
      AND r.report_date BETWEEN ${today} AND ${dayAfter(today, MAX_AHEAD_DAYS)}
      AND ((r.report_date = ${dayAfter(today, 1)} AND ${isMissing("report_tomorrow")})
        OR (r.report_date = ${today} AND ${isMissing("report_today")})
        OR (w.alerted_quarter IS NOT r.fiscal_quarter_end AND r.report_date <= ${near})
        OR (w.alerted_quarter = r.fiscal_quarter_end AND (w.alerted_day <> r.report_date
          OR (s.beat_probability IS NOT NULL AND w.alerted_probability IS NULL)
          OR abs(s.beat_probability - w.alerted_probability) > ${alertRule.movedPoints / 100 - 0.0001})))
    UNION
    SELECT p.user_id FROM users AS u JOIN predictions AS p ON p.scope = 'user:' || u.id AND p.state = 'settled'
      AND p.settled_at > ${marketNow.getTime() - NEWS_MS} AND p.ledger_id = ${ledgerId}
    WHERE NOT EXISTS (SELECT 1 FROM alerts AS a WHERE a.user_id = u.id AND a.ledger_id = p.ledger_id
      AND a.symbol = p.symbol AND a.kind = 'prediction_settled' AND a.subject = p.id)
    LIMIT ${limit}`);
  return rows.map(({ userId }) => userId);
}
