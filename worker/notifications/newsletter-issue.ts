import { and, asc, count, desc, eq, gt, lte, type SQL } from "drizzle-orm";
import type { CalendarRow, ProbabilityAccess } from "#contract/calendar.ts";
import { MAX_ENDED, MAX_UPCOMING, type NewsletterIssue, type UpcomingList } from "#contract/newsletter.ts";
import { TOSS_UP_POINTS } from "#contract/rules.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { tickerShown } from "#record/history.ts";
import { calendarOf, weeksOf } from "#season/calendar/calendar.ts";
import { readCalendar } from "#season/calendar/read-calendar.ts";
import type { SeasonStore } from "#season/store.ts";

type Predicted = CalendarRow & { baseRate: number };

/**
 * Returns the reports from today to the day `to` as each kind of plan may see them. Today's reports are left
 * out, except those after the close, because they may already be published.
 */
export async function upcomingWeek(
  store: SeasonStore,
  { now, to }: { now: Date; to: string },
): Promise<Pick<NewsletterIssue, "upcoming" | "upcomingCount">> {
  const today = easternDay(now);
  const rows = await readCalendar(store, weeksOf(today, to));
  const aheadFor = (opens: ProbabilityAccess) =>
    calendarOf(rows, { from: today, to, today, opens }).items.filter((row) => isAhead(row, today));
  const none = aheadFor("none");
  return {
    upcoming: {
      none: { reports: none.toSorted(byMarketCap).slice(0, MAX_UPCOMING).map(listed), openCount: 0 },
      largest: openedOf(aheadFor("largest")),
      all: openedOf(aheadFor("all")),
    },
    upcomingCount: none.length,
  };
}

function isAhead(row: CalendarRow, today: string): row is Predicted {
  const isOpen = row.state === "upcoming" || row.state === "locked";
  return isOpen && row.baseRate !== null && (row.reportDate > today || row.session === "post");
}

function openedOf(rows: readonly Predicted[]): UpcomingList {
  const opened = rows.filter(({ edge }) => edge !== null).toSorted(byEdge);
  return { reports: opened.slice(0, MAX_UPCOMING).map(listed), openCount: opened.length };
}

function byEdge(a: CalendarRow, b: CalendarRow): number {
  return Math.abs(b.edge ?? 0) - Math.abs(a.edge ?? 0) || (a.symbol < b.symbol ? -1 : 1);
}

function byMarketCap(a: CalendarRow, b: CalendarRow): number {
  return (b.marketCap ?? 0) - (a.marketCap ?? 0) || (a.symbol < b.symbol ? -1 : 1);
}

function listed({ symbol, name, consensusEps, currency, reportDate, beatProbability, baseRate }: Predicted) {
  return { symbol, companyName: name, consensusEps, currency, reportDate, beatProbability, baseRate };
}

const WEEK_DAYS = 7;

/**
 * Returns how many predictions of record settled in the seven days before `marketNow`, and lists some of them:
 * wrong ones first, then the most confident.
 */
export async function settledLastSevenDays(
  db: Database,
  ledgerId: LedgerId,
  marketNow: Date,
): Promise<Pick<NewsletterIssue, "ended" | "correctCount" | "wrongCount" | "tossUpCount">> {
  const isEnded = and(
    eq(predictions.scope, recordScope(ledgerId)),
    eq(predictions.state, "settled"),
    gt(predictions.settledAt, new Date(marketNow.getTime() - WEEK_DAYS * DAY_MS)),
    lte(predictions.settledAt, marketNow),
  );
  const [ended, correctCount, wrongCount, tossUpCount] = await Promise.all([
    listEnded(db, isEnded),
    countOf(db, and(isEnded, eq(predictions.isCorrect, true))),
    countOf(db, and(isEnded, eq(predictions.isCorrect, false))),
    countOf(db, and(isEnded, lte(predictions.predictedProbability, 0.5 + TOSS_UP_POINTS / 100))),
  ]);
  return { ended, correctCount, wrongCount, tossUpCount };
}

async function listEnded(db: Database, where: SQL | undefined): Promise<NewsletterIssue["ended"]> {
  const rows = await db
    .select()
    .from(predictions)
    .where(where)
    .orderBy(asc(predictions.isCorrect), desc(predictions.predictedProbability), asc(predictions.symbol))
    .limit(MAX_ENDED);
  return rows.flatMap(({ companyName, consensusEps, currency, actualResult, isCorrect, ...row }) =>
    actualResult === null || isCorrect === null
      ? []
      : {
          symbol: tickerShown(row),
          companyName,
          consensusEps,
          currency,
          predictionType: row.predictionType,
          probability: row.predictedProbability,
          actualEps: row.actualEps,
          actualResult,
          isCorrect,
        },
  );
}

async function countOf(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ n: count() }).from(predictions).where(where);
  return row?.n ?? 0;
}
