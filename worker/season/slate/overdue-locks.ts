import { and, between, count, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { universeRule } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { givenRows } from "#platform/db/client.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { type MissedReason, missedLocks, slate } from "#platform/schema/slate.ts";
import type { SeasonStore } from "../store.ts";
import { companyColumns, isListed, reportColumns } from "./coming.ts";
import { reportsAtOf } from "./lock-times.ts";

/** After a longer pause more are missed than counted. */
const OVERDUE_DAYS = 10;

type OverdueLock = { symbol: string; fiscalQuarterEnd: string; reason: MissedReason };

export const isOfReport = (table: typeof slate | typeof missedLocks) =>
  and(
    eq(table.ledgerId, seasonReports.ledgerId),
    eq(table.symbol, seasonReports.symbol),
    eq(table.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
  );

/** While the past is unread all. */
export async function overdueLocks(
  { db, ledgerId }: SeasonStore,
  { now, isPastRead }: { now: Date; isPastRead: boolean },
): Promise<OverdueLock[]> {
  const rows = await db
    .select({
      report: reportColumns,
      company: companyColumns,
      scoredAt: slate.scoredAt,
      scoredAgainst: slate.consensusEps,
    })
    .from(seasonReports)
    .leftJoin(slate, isOfReport(slate))
    .leftJoin(missedLocks, isOfReport(missedLocks))
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(
      and(
        isRecent(ledgerId, now),
        isNull(slate.ledgerSeq),
        isNull(missedLocks.reason),
        isPastRead ? isNotNull(slate.scoredAt) : undefined,
      ),
    );
  return rows.flatMap(({ report, company, scoredAt, scoredAgainst }) => {
    const reportsAt = reportsAtOf(report);
    const consensusEps = scoredAgainst ?? report.consensusEps;
    // First known or scored on its day, it could never be locked.
    const isMissed = reportsAt <= now && (scoredAt ?? report.firstSeenAt) < reportsAt;
    if (!isMissed || consensusEps === null || !isListed({ report: { ...report, consensusEps }, company }))
      return [];
    const { symbol, fiscalQuarterEnd } = report;
    return [{ symbol, fiscalQuarterEnd, reason: scoredAt ? "no_round" : "past_unread" }];
  });
}

/** The first reason stands. */
export async function storeMissed(
  { db, ledgerId }: SeasonStore,
  overdue: readonly OverdueLock[],
  missedAt: Date,
): Promise<void> {
  const rows = overdue.map((report) => ({ ...report, ledgerId, missedAt }));
  const isUnlocked = sql`NOT EXISTS (SELECT 1 FROM slate AS s WHERE s.ledger_id = given.ledger_id AND s.symbol = given.symbol
    AND s.fiscal_quarter_end = given.fiscal_quarter_end AND s.ledger_seq IS NOT NULL)`;
  await db
    .insert(missedLocks)
    .select(givenRows(missedLocks, rows, isUnlocked))
    .onConflictDoNothing();
}

/** Only for those never scored: scoring checks it. */
const hasHistory = sql`(SELECT count(*) FROM season_reports AS past WHERE past.ledger_id = ${missedLocks.ledgerId}
  AND past.symbol = ${missedLocks.symbol} AND past.fiscal_quarter_end < ${missedLocks.fiscalQuarterEnd}
  AND past.reported_eps IS NOT NULL) >= ${universeRule.pastReports}`;

/** By the index on the day. */
export function countMissedLocks({ db, ledgerId }: SeasonStore, now: Date) {
  return db
    .select({ n: count(), pastUnread: sql<number>`total(${missedLocks.reason} = 'past_unread')` })
    .from(seasonReports)
    .innerJoin(missedLocks, isOfReport(missedLocks))
    .leftJoin(slate, isOfReport(slate))
    .where(
      and(
        isRecent(ledgerId, now),
        isNull(slate.ledgerSeq),
        or(eq(missedLocks.reason, "no_round"), hasHistory),
      ),
    );
}

function isRecent(ledgerId: string, now: Date): SQL | undefined {
  const today = easternDay(now);
  const days = between(seasonReports.reportDate, dayAfter(today, -OVERDUE_DAYS), today);
  return and(eq(seasonReports.ledgerId, ledgerId), days);
}
