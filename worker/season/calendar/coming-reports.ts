import { and, asc, desc, eq, gte, isNull, lte } from "drizzle-orm";
import { type CalendarResponse, MAX_COMING_REPORTS } from "#contract/market.ts";
import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { isCompanyOfReport, seasonCompanies, seasonRanges, seasonReports } from "#platform/schema/season.ts";
import type { SeasonStore } from "../store.ts";

type Coming = Pick<CalendarResponse, "source" | "asOf"> & {
  items: NonNullable<CalendarResponse["items"]>;
};

/** By day. Null where never read. */
export async function comingReports(
  { db, ledgerId }: SeasonStore,
  now: Date,
  days: number,
): Promise<Coming | null> {
  const [today, last] = [easternDay(now), dayAfter(easternDay(now), days)];
  const [range] = await db
    .select({ readAt: seasonRanges.readAt })
    .from(seasonRanges)
    .where(
      and(
        eq(seasonRanges.ledgerId, ledgerId),
        lte(seasonRanges.firstDay, today),
        gte(seasonRanges.lastDay, last),
      ),
    )
    .orderBy(desc(seasonRanges.readAt))
    .limit(1);
  if (!range) return null;
  const rows = await db
    .select({
      symbol: seasonReports.symbol,
      name: seasonCompanies.name,
      reportDate: seasonReports.reportDate,
      session: seasonReports.session,
      consensusEps: seasonReports.consensusEps,
      source: seasonReports.source,
    })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(seasonReports.reportDate, today),
        lte(seasonReports.reportDate, last),
        isNull(seasonReports.reportedEps),
      ),
    )
    .orderBy(asc(seasonReports.reportDate), asc(seasonReports.symbol))
    .limit(MAX_COMING_REPORTS);
  const [first] = rows;
  if (!first) return null;
  return {
    source: first.source,
    asOf: range.readAt.toISOString(),
    items: rows.map(({ source: _, name, ...row }) => ({ ...row, name: name ?? row.symbol })),
  };
}
