import { and, between, count, eq, getTableColumns, isNotNull, isNull, type SQL } from "drizzle-orm";
import { dayAfter } from "#analysis/earnings.ts";
import { isCompanyOfReport, seasonCompanies, seasonReports } from "#db/schema/season.ts";
import { slate } from "#db/schema/slate.ts";
import { easternDay } from "#worker/time.ts";
import type { SeasonStore } from "../store.ts";
import { companyColumns, isListed, reportColumns } from "./coming.ts";
import { reportsAtOf } from "./lock-times.ts";

/** Reports of so many days are looked at: after a longer pause of all jobs more may be missed than are counted. */
const OVERDUE_DAYS = 10;

/** A scored report that may be out and has no lock, with what the slate said of it. */
type OverdueLock = typeof slate.$inferSelect;

const isSlateOfReport = and(
  eq(slate.ledgerId, seasonReports.ledgerId),
  eq(slate.symbol, seasonReports.symbol),
  eq(slate.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
);

/** Reports of the last days that were scored, may be out, and are neither locked nor known as missed. By the index on the day. */
export async function overdueLocks({ db, ledgerId }: SeasonStore, now: Date): Promise<OverdueLock[]> {
  const rows = await db
    .select({ report: reportColumns, company: companyColumns, row: getTableColumns(slate) })
    .from(seasonReports)
    .innerJoin(slate, isSlateOfReport)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(and(isRecent(ledgerId, now), isNull(slate.ledgerSeq), isNull(slate.missedAt)));
  return rows.flatMap(({ report, company, row }) => {
    const reportsAt = reportsAtOf(report);
    const { consensusEps } = row;
    // One that was first scored on its day could never be locked.
    return reportsAt <= now &&
      row.scoredAt < reportsAt &&
      isListed({ report: { ...report, consensusEps }, company })
      ? [row]
      : [];
  });
}

/** Counts the scored reports of the last days that were out before they were locked. By the index on the day. */
export function countMissedLocks({ db, ledgerId }: SeasonStore, now: Date) {
  return db
    .select({ n: count() })
    .from(seasonReports)
    .innerJoin(slate, isSlateOfReport)
    .where(and(isRecent(ledgerId, now), isNull(slate.ledgerSeq), isNotNull(slate.missedAt)));
}

function isRecent(ledgerId: string, now: Date): SQL | undefined {
  const today = easternDay(now);
  const days = between(seasonReports.reportDate, dayAfter(today, -OVERDUE_DAYS), today);
  return and(eq(seasonReports.ledgerId, ledgerId), days);
}
