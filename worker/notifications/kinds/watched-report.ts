import { type SQL, sql } from "drizzle-orm";
import type { Opens } from "#contract/calendar.ts";
import { type AlertKind, alertRule } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { rowsAsTable } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { openReports } from "#season/calendar/visibility.ts";
import type { SeasonStore } from "#season/store.ts";
import { describeAlerts, isNews } from "../alert-list.ts";
import { pathOf, textOf, titleOf } from "../alert-texts.ts";
import { planDeliveries } from "../deliver.ts";
import { decideWatched, givenAt, type WatchedReport } from "./decide-watched.ts";
import { dueEnded, planEnded } from "./ended-company.ts";
import { isAmong, type Note, type NotificationDeps, type PersonKind, reasonOf, simulated } from "./kind.ts";

type Row = Omit<WatchedReport, "isOpen">;

const LATE_DAYS = 3;
const MAX_AHEAD_DAYS = 130;

/**
 * Stores the alerts that are due for watched companies and plans their deliveries, once per person, company,
 * kind and subject. The baseline that later alerts are compared with is stored in the same batch.
 */
export async function planWatched(
  { accounts, store, marketNow, opensOf }: NotificationDeps,
  people: readonly string[],
): Promise<void> {
  const { db, ledgerId } = store;
  const now = accounts.now();
  const today = easternDay(marketNow);
  const watched = await readWatched(store, people, today);
  const isOpen = await openTo(store, watched, opensOf, today);
  const decided = watched.map((row) => ({
    row,
    ...decideWatched({ ...row, isOpen: isOpen(row) }, marketNow),
  }));
  const rows = decided.flatMap(({ row: { userId, symbol }, alerts: decidedAlerts }) =>
    decidedAlerts.map((decidedAlert) => ({
      id: newId("alr"),
      userId,
      ledgerId,
      symbol,
      createdAt: now,
      readAt: null,
      ...decidedAlert,
    })),
  );
  const baselines = decided.flatMap(({ row: { userId, symbol }, baseline }) =>
    baseline ? [[userId, ledgerId, symbol, baseline.quarter, baseline.day, baseline.probability]] : [],
  );
  if (rows.length + baselines.length === 0) return;
  const hasOwner = sql`EXISTS (SELECT 1 FROM users WHERE users.id = given.user_id)`;
  const among = (kind: WatchedKind) =>
    JSON.stringify(rows.filter((row) => deliveryKindOf(row.kind) === kind).map(({ id }) => id));
  // Deliveries are planned only from alerts that were stored just now: an alert that already existed has its
  // deliveries, and a deleted person gets none.
  const plan = (kind: WatchedKind) =>
    planDeliveries(
      db,
      { kind, channels: ["email", "push"] },
      sql`SELECT user_id, id AS subject FROM alerts WHERE id IN (SELECT value FROM json_each(${among(kind)}))`,
      now,
    );
  await db.batch([
    db
      .insert(alerts)
      .select(rowsAsTable(alerts, rows, hasOwner))
      .onConflictDoNothing(),
    plan("watched_date"),
    plan("watched_probability"),
    db
      .update(watchlist)
      .set({
        alertedQuarter: sql`given.value ->> 3`,
        alertedDay: sql`given.value ->> 4`,
        alertedProbability: sql`given.value ->> 5`,
      })
      .from(sql`json_each(${JSON.stringify(baselines)}) AS given`)
      .where(
        // The ledger id is compared with that of each given row. With a constant instead, D1 would compare
        // every watchlist row with every given row.
        sql`watchlist.user_id = given.value ->> 0 AND watchlist.ledger_id = given.value ->> 1 AND watchlist.symbol = given.value ->> 2`,
      ),
  ]);
}

/**
 * Returns the next report of each company that the people watch, with what the last alert said. The query uses
 * primary keys.
 */
async function readWatched({ db, ledgerId }: SeasonStore, people: readonly string[], today: string) {
  const rows = await db.all<Row>(sql`
    SELECT w.user_id AS userId, w.symbol AS symbol, w.alerted_quarter AS alertedQuarter,
      w.alerted_day AS alertedDay, w.alerted_probability AS alertedProbability,
      r.fiscal_quarter_end AS quarter, r.report_date AS day, r.session AS session, r.moved_from AS movedFrom,
      s.beat_probability AS probability
    FROM watchlist AS w
    JOIN season_reports AS r ON r.ledger_id = w.ledger_id AND r.symbol = w.symbol
      AND r.reported_eps IS NULL AND r.consensus_eps IS NOT NULL
      AND r.report_date BETWEEN ${dayAfter(today, -LATE_DAYS)} AND ${dayAfter(today, MAX_AHEAD_DAYS)}
    LEFT JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
      AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE w.ledger_id = ${ledgerId} AND w.user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))
    ORDER BY r.report_date DESC`);
  // The rows are ordered by day, latest first, and a Map keeps the last row of each key: the company's earliest
  // report.
  return [...new Map(rows.map((row) => [`${row.userId} ${row.symbol}`, row])).values()];
}

async function openTo(
  store: SeasonStore,
  rows: readonly Row[],
  opensOf: (userId: string) => Promise<Opens>,
  today: string,
): Promise<(row: Row) => boolean> {
  const scored = rows.filter(({ probability }) => probability !== null);
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

/**
 * Selects the people for whom `planWatched` may have something to store. The query uses the indexes
 * `season_reports_by_day` and `watchlist_by_company`.
 */
function dueWatched({ store, marketNow }: NotificationDeps, people: readonly string[] | null): SQL {
  const today = easternDay(marketNow);
  const isMissing = (kind: AlertKind) => sql`NOT EXISTS (SELECT 1 FROM alerts AS a WHERE a.user_id = w.user_id
    AND a.ledger_id = w.ledger_id AND a.symbol = w.symbol AND a.kind = ${kind} AND a.subject = r.report_date)`;
  const near = dayAfter(today, alertRule.daysAhead);
  const { ofTomorrow, ofMorning, ofToday } = givenAt(marketNow);
  const when = (isGiven: boolean) => (isGiven ? sql`1` : sql`0`);
  return sql`SELECT w.user_id AS user_id FROM season_reports AS r INDEXED BY season_reports_by_day
    CROSS JOIN watchlist AS w ON w.ledger_id = r.ledger_id AND w.symbol = r.symbol
    LEFT JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
      AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${store.ledgerId} AND r.reported_eps IS NULL AND r.consensus_eps IS NOT NULL
      AND r.report_date BETWEEN ${today} AND ${dayAfter(today, MAX_AHEAD_DAYS)} AND ${isAmong(sql`w.user_id`, people)}
      AND ((${when(ofTomorrow)} AND r.report_date = ${dayAfter(today, 1)} AND ${isMissing("report_tomorrow")})
        OR (CASE r.session WHEN 'pre' THEN ${when(ofMorning)} ELSE ${when(ofToday)} END
          AND r.report_date = ${today} AND ${isMissing("report_today")})
        OR (w.alerted_quarter IS NOT r.fiscal_quarter_end AND r.report_date <= ${near})
        OR (w.alerted_quarter = r.fiscal_quarter_end AND (w.alerted_day <> r.report_date
          OR (s.beat_probability IS NOT NULL AND w.alerted_probability IS NULL)
          OR abs(s.beat_probability - w.alerted_probability) > ${alertRule.movedPoints / 100 - 0.0001})))`;
}

type WatchedKind = "watched_date" | "watched_probability";

function deliveryKindOf(kind: AlertKind): WatchedKind {
  return kind === "probability_moved" ? "watched_probability" : "watched_date";
}

async function writeWatched(
  notifying: NotificationDeps,
  flag: "earningsReminders" | "predictionAlerts",
  userId: string,
  ids: readonly string[],
): Promise<Note | null> {
  const { accounts, store, dataMode, marketNow, opensOf } = notifying;
  const isOne = sql`alerts.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const described = await describeAlerts(store, isOne, await opensOf(userId), marketNow);
  const news = described.filter((alert) => isNews(alert, marketNow));
  const [first] = news;
  if (!first) return null;
  const isSingle = news.length === 1;
  const title = isSingle ? titleOf(first) : `${titleOf(first)}, and ${news.length - 1} more`;
  const path = isSingle ? pathOf(first) : "/alerts";
  return {
    push: {
      title,
      body: (isSingle ? textOf(first) : news.map(titleOf).join(". ")).slice(0, 500),
      path,
      ttlSeconds: Math.max(60, Math.round((first.expiresAt.getTime() - marketNow.getTime()) / 1000)),
    },
    email: (to, unsubscribe) =>
      composeMail({
        to,
        subject: title,
        paragraphs: simulated(dataMode),
        sections: [
          { title: "Your watchlist", lines: news.map((alert) => `${titleOf(alert)}. ${textOf(alert)}`) },
        ],
        action: { label: isSingle ? "Open it" : "Open your alerts", url: accounts.origin + path },
        reason: reasonOf(flag),
        unsubscribe,
      }),
  };
}

export const watchedDate: PersonKind = {
  kind: "watched_date",
  flag: "earningsReminders",
  due: (notifying, people) => sql`${dueWatched(notifying, people)} UNION ${dueEnded(notifying, people)}`,
  plan: async (notifying, people) => {
    await planWatched(notifying, people);
    await planEnded(notifying, people);
  },
  write: (notifying, { id }, alertIds) => writeWatched(notifying, "earningsReminders", id, alertIds),
};

export const watchedProbability: PersonKind = {
  kind: "watched_probability",
  flag: "predictionAlerts",
  due: null,
  plan: null,
  write: (notifying, { id }, alertIds) => writeWatched(notifying, "predictionAlerts", id, alertIds),
};
