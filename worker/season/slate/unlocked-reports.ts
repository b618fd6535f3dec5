import { and, asc, between, count, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import type { UnlockedReport } from "#contract/calendar.ts";
import { universeRule } from "#contract/rules.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#platform/schema/season.ts";
import { missedLocks, slate } from "#platform/schema/slate.ts";
import type { SeasonStore } from "../store.ts";
import { companyColumns, isListed, reportColumns } from "./coming.ts";
import { reportsAtOf } from "./lock-times.ts";
import { isOfReport } from "./overdue-locks.ts";

/** A whole market's in one call's days. */
const MAX_READ = 10_000;

/** ISO, inclusive, with the reason by what is known now. */
export async function unlockedReports(
  { db, ledgerId }: SeasonStore,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<UnlockedReport[]> {
  const rows = await db
    .select({
      report: reportColumns,
      company: companyColumns,
      scored: getTableColumns(slate),
      missed: missedLocks.reason,
    })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .leftJoin(slate, isOfReport(slate))
    .leftJoin(missedLocks, isOfReport(missedLocks))
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        between(seasonReports.reportDate, from, to),
        isNotNull(seasonReports.consensusEps),
        isNull(slate.ledgerSeq),
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
    // Its own figure may be out by now.
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
  const names = JSON.stringify([...new Set(symbols)]);
  const rows = await db
    .select({ symbol: seasonReports.symbol, n: count() })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        sql`${seasonReports.symbol} IN (SELECT value FROM json_each(${names}))`,
        isNotNull(seasonReports.reportedEps),
      ),
    )
    .groupBy(seasonReports.symbol);
  return new Map(rows.map(({ symbol, n }) => [symbol, n]));
}
