import {
  and,
  asc,
  between,
  count,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { UnlockedReport } from "#contract/calendar.ts";
import { universeRule } from "#contract/rules.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { isAmong, valuesAsTable } from "#platform/db/client.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { type MissedReason, missedLocks, upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import type { SeasonStore } from "../store.ts";
import { reportsAtOf } from "./lock-times.ts";
import { companyColumns, isListed, reportColumns } from "./upcoming-reports.ts";

/**
 * How many days back missed locks are looked for. Locks missed before that, in a longer interruption, are not
 * found.
 */
const OVERDUE_DAYS = 10;

type OverdueLock = { symbol: string; fiscalQuarterEnd: string; reason: MissedReason };

const isOfReport = (table: typeof upcomingForecasts | typeof missedLocks) =>
  and(
    eq(table.ledgerId, seasonReports.ledgerId),
    eq(table.symbol, seasonReports.symbol),
    eq(table.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
  );

/**
 * Returns reports that may be published and were neither locked nor stored as missed. Once the past has been
 * read, only reports with a forecast count. Until then all reports of listed companies count, because forecasts
 * are missing.
 */
export async function overdueLocks(
  { db, ledgerId }: SeasonStore,
  { now, isPastRead }: { now: Date; isPastRead: boolean },
): Promise<OverdueLock[]> {
  const rows = await db
    .select({
      report: reportColumns,
      company: companyColumns,
      scoredAt: upcomingForecasts.scoredAt,
      scoredAgainst: upcomingForecasts.consensusEps,
    })
    .from(seasonReports)
    .leftJoin(upcomingForecasts, isOfReport(upcomingForecasts))
    .leftJoin(missedLocks, isOfReport(missedLocks))
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(
      and(
        isRecent(ledgerId, now),
        isNull(upcomingForecasts.ledgerSeq),
        isNull(missedLocks.reason),
        isPastRead ? isNotNull(upcomingForecasts.scoredAt) : undefined,
      ),
    );
  return rows.flatMap(({ report, company, scoredAt, scoredAgainst }) => {
    const reportsAt = reportsAtOf(report);
    const consensusEps = scoredAgainst ?? report.consensusEps;
    // A report that was first seen or forecast on its own report date could never be locked.
    const isMissed = reportsAt <= now && (scoredAt ?? report.firstSeenAt) < reportsAt;
    if (!isMissed || consensusEps === null || !isListed({ report: { ...report, consensusEps }, company }))
      return [];
    const { symbol, fiscalQuarterEnd } = report;
    return [{ symbol, fiscalQuarterEnd, reason: scoredAt ? "no_round" : "past_unread" }];
  });
}

/**
 * Stores reports as missed, unless they were locked in the meantime. The first stored reason of a report stays.
 */
export async function storeMissedLocks(
  { db, ledgerId }: SeasonStore,
  overdue: readonly OverdueLock[],
  missedAt: Date,
): Promise<void> {
  const rows = overdue.map((report) => ({ ...report, ledgerId, missedAt }));
  const isUnlocked = sql`NOT EXISTS (SELECT 1 FROM upcoming_forecasts AS s WHERE s.ledger_id = given.ledger_id AND s.symbol = given.symbol
    AND s.fiscal_quarter_end = given.fiscal_quarter_end AND s.ledger_seq IS NOT NULL)`;
  await db
    .insert(missedLocks)
    .select(valuesAsTable(missedLocks, rows, isUnlocked))
    .onConflictDoNothing();
}

/**
 * Whether a company has enough reported quarters for a prediction. It is checked only for reports without a
 * forecast, because a forecast implies it.
 */
const hasHistory = sql`(SELECT count(*) FROM season_reports AS past WHERE past.ledger_id = ${missedLocks.ledgerId}
  AND past.symbol = ${missedLocks.symbol} AND past.fiscal_quarter_end < ${missedLocks.fiscalQuarterEnd}
  AND past.reported_eps IS NOT NULL) >= ${universeRule.pastReports}`;

/**
 * Counts the missed locks of the last days, and those missed because the past had not been read. Uses the index
 * on the report date.
 */
export function countMissedLocks({ db, ledgerId }: SeasonStore, now: Date) {
  return db
    .select({ n: count(), pastUnread: sql<number>`total(${missedLocks.reason} = 'past_unread')` })
    .from(seasonReports)
    .innerJoin(missedLocks, isOfReport(missedLocks))
    .leftJoin(upcomingForecasts, isOfReport(upcomingForecasts))
    .where(
      and(
        isRecent(ledgerId, now),
        isNull(upcomingForecasts.ledgerSeq),
        or(eq(missedLocks.reason, "no_round"), hasHistory),
      ),
    );
}

function isRecent(ledgerId: string, now: Date): SQL | undefined {
  const today = easternDay(now);
  const days = between(seasonReports.reportDate, addIsoDays(today, -OVERDUE_DAYS), today);
  return and(eq(seasonReports.ledgerId, ledgerId), days);
}

/** The limit of reports read, which covers a whole market over the days of one request. */
const MAX_READ = 10_000;

/**
 * Returns the reports between two ISO days, both inclusive, that are due without a lock. Each has the reason,
 * judged by what is known now.
 */
export async function unlockedReports(
  { db, ledgerId }: SeasonStore,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<UnlockedReport[]> {
  const rows = await db
    .select({
      report: reportColumns,
      company: companyColumns,
      scored: getTableColumns(upcomingForecasts),
      missed: missedLocks.reason,
    })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .leftJoin(upcomingForecasts, isOfReport(upcomingForecasts))
    .leftJoin(missedLocks, isOfReport(missedLocks))
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        between(seasonReports.reportDate, from, to),
        isNotNull(seasonReports.consensusEps),
        isNull(upcomingForecasts.ledgerSeq),
      ),
    )
    .orderBy(asc(seasonReports.reportDate), asc(seasonReports.symbol))
    .limit(MAX_READ);
  const due = rows.filter(({ report }) => reportsAtOf(report) <= now);
  const reported = await reportedQuarters(
    { db, ledgerId },
    due.map(({ report }) => report.symbol),
  );
  return due.map(({ report, company, scored, missed }) => {
    const { symbol, fiscalQuarterEnd, reportDate, consensusEps } = report;
    const isInTime = scored !== null && scored.scoredAt < reportsAtOf(report);
    const isOfUniverse = isListed({ report: { ...report, consensusEps: consensusEps ?? 0 }, company });
    // The report may be published by now, and its own figure must not count as a past one.
    const past = (reported.get(symbol) ?? 0) - (report.reportedEps === null ? 0 : 1);
    const reason = !isOfUniverse
      ? "outside_universe"
      : isInTime
        ? "missed"
        : past < universeRule.pastReports
          ? "too_few_quarters"
          : missed === "past_unread"
            ? missed
            : "late_in_calendar";
    return { symbol, fiscalQuarterEnd, reportDate, reason };
  });
}

async function reportedQuarters(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ symbol: seasonReports.symbol, n: count() })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        isAmong(seasonReports.symbol, symbols),
        isNotNull(seasonReports.reportedEps),
      ),
    )
    .groupBy(seasonReports.symbol);
  return new Map(rows.map(({ symbol, n }) => [symbol, n]));
}
