import { type SQL, sql } from "drizzle-orm";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { type AlertKind, alertRule } from "#contract/rules.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { valuesAsTable } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { probabilityFilterFor } from "#season/calendar/visibility.ts";
import type { SeasonStore } from "#season/store.ts";
import { describeAlerts, isCurrentAlert } from "../alert-list.ts";
import { alertPathOf, alertTextOf, alertTitleOf } from "../alert-texts.ts";
import { planDeliveries } from "../deliver.ts";
import { announceableAt, decideWatchlistAlerts, type WatchedReport } from "./decide-watched.ts";
import { dueEndedCompanyWatchers, planEndedCompanyAlerts } from "./ended-company.ts";
import {
  emailReasonText,
  isOneOfPeople,
  type NotificationContent,
  type NotificationDeps,
  type NotificationKind,
  sampleDataLines,
} from "./kind.ts";

type Row = Omit<WatchedReport, "isOpen">;

const LATE_DAYS = 3;
const MAX_AHEAD_DAYS = 130;

/**
 * Stores the alerts that are due for watched companies and plans their deliveries, once per person, company,
 * kind and subject. The baseline that later alerts are compared with is stored in the same batch.
 */
export async function planWatchlistAlerts(
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
    ...decideWatchlistAlerts({ ...row, isOpen: isOpen(row) }, marketNow),
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
      .select(valuesAsTable(alerts, rows, hasOwner))
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
      AND r.report_date BETWEEN ${addIsoDays(today, -LATE_DAYS)} AND ${addIsoDays(today, MAX_AHEAD_DAYS)}
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
  opensOf: (userId: string) => Promise<ProbabilityAccess>,
  today: string,
): Promise<(row: Row) => boolean> {
  const scored = rows.filter(({ probability }) => probability !== null);
  const opens = new Map<string, ProbabilityAccess>();
  for (const userId of new Set(scored.map((row) => row.userId))) opens.set(userId, await opensOf(userId));
  const limited = scored.filter(({ userId }) => opens.get(userId) === "largest");
  const reportOf = ({ symbol, quarter }: Row) => ({ symbol, fiscalQuarterEnd: quarter });
  const isLargest = await probabilityFilterFor(store, limited.map(reportOf), "largest", today);
  return (row) => {
    const plan = opens.get(row.userId);
    return plan === "all" || (plan === "largest" && isLargest(reportOf(row)));
  };
}

/**
 * Selects the people for whom `planWatchlistAlerts` may have something to store. The query uses the indexes
 * `season_reports_by_day` and `watchlist_by_company`.
 */
function dueWatched({ store, marketNow }: NotificationDeps, people: readonly string[] | null): SQL {
  const today = easternDay(marketNow);
  const isMissing = (kind: AlertKind) => sql`NOT EXISTS (SELECT 1 FROM alerts AS a WHERE a.user_id = w.user_id
    AND a.ledger_id = w.ledger_id AND a.symbol = w.symbol AND a.kind = ${kind} AND a.subject = r.report_date)`;
  const near = addIsoDays(today, alertRule.daysAhead);
  const { ofTomorrow, ofMorning, ofToday } = announceableAt(marketNow);
  const when = (isGiven: boolean) => (isGiven ? sql`1` : sql`0`);
  return sql`SELECT w.user_id AS user_id FROM season_reports AS r INDEXED BY season_reports_by_day
    CROSS JOIN watchlist AS w ON w.ledger_id = r.ledger_id AND w.symbol = r.symbol
    LEFT JOIN upcoming_forecasts AS s ON s.ledger_id = r.ledger_id AND s.symbol = r.symbol
      AND s.fiscal_quarter_end = r.fiscal_quarter_end
    WHERE r.ledger_id = ${store.ledgerId} AND r.reported_eps IS NULL AND r.consensus_eps IS NOT NULL
      AND r.report_date BETWEEN ${today} AND ${addIsoDays(today, MAX_AHEAD_DAYS)} AND ${isOneOfPeople(sql`w.user_id`, people)}
      AND ((${when(ofTomorrow)} AND r.report_date = ${addIsoDays(today, 1)} AND ${isMissing("report_tomorrow")})
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
): Promise<NotificationContent | null> {
  const { accounts, store, dataMode, marketNow, opensOf } = notifying;
  const isOne = sql`alerts.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const described = await describeAlerts(store, isOne, await opensOf(userId), marketNow);
  const news = described.filter((alert) => isCurrentAlert(alert, marketNow));
  const [first] = news;
  if (!first) return null;
  const isSingle = news.length === 1;
  const title = isSingle ? alertTitleOf(first) : `${alertTitleOf(first)}, and ${news.length - 1} more`;
  const path = isSingle ? alertPathOf(first) : "/alerts";
  return {
    push: {
      title,
      body: (isSingle ? alertTextOf(first) : news.map(alertTitleOf).join(". ")).slice(0, 500),
      path,
      ttlSeconds: Math.max(60, Math.round((first.expiresAt.getTime() - marketNow.getTime()) / 1000)),
    },
    email: (to, unsubscribe) =>
      composeMail({
        to,
        subject: title,
        paragraphs: sampleDataLines(dataMode),
        sections: [
          {
            title: "Your watchlist",
            lines: news.map((alert) => `${alertTitleOf(alert)}. ${alertTextOf(alert)}`),
          },
        ],
        action: { label: isSingle ? "Open it" : "Open your alerts", url: accounts.origin + path },
        reason: emailReasonText(flag),
        unsubscribe,
      }),
  };
}

export const watchedDate: NotificationKind = {
  kind: "watched_date",
  flag: "earningsReminders",
  due: (notifying, people) =>
    sql`${dueWatched(notifying, people)} UNION ${dueEndedCompanyWatchers(notifying, people)}`,
  plan: async (notifying, people) => {
    await planWatchlistAlerts(notifying, people);
    await planEndedCompanyAlerts(notifying, people);
  },
  write: (notifying, { id }, alertIds) => writeWatched(notifying, "earningsReminders", id, alertIds),
};

export const watchedProbability: NotificationKind = {
  kind: "watched_probability",
  flag: "predictionAlerts",
  due: null,
  plan: null,
  write: (notifying, { id }, alertIds) => writeWatched(notifying, "predictionAlerts", id, alertIds),
};
