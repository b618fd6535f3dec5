import { and, eq, sql } from "drizzle-orm";
import type { Tier } from "#contract/account.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { probabilityAccessFor } from "#contract/plans.ts";
import type { Database } from "#platform/db/client.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { reportKeyOf } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import { calendarOf, weeksOf } from "./calendar.ts";
import { readCalendar } from "./read-calendar.ts";

export type Reader<UserId extends string | null = string | null> = {
  userId: UserId;
  opens: ProbabilityAccess;
};

export function readerOf<UserId extends string>(who: {
  userId: UserId;
  entitlement: { tier: Tier };
}): Reader<UserId> {
  return { userId: who.userId, opens: probabilityAccessFor(who.entitlement.tier) };
}

type Report = { symbol: string; fiscalQuarterEnd: string };

/**
 * Caches which reports are open, by database client and so for one invocation. The messages that an invocation
 * sends are about the same reports.
 */
const answers = new WeakMap<Database, Map<string, Promise<boolean>>>();

/**
 * Returns a function that says whether a plan with `opens` shows a report's probability. `calendarOf` decides
 * this from the whole week of the report's current date.
 */
export async function probabilityFilterFor(
  store: SeasonStore,
  reports: readonly Report[],
  opens: ProbabilityAccess,
  today: string,
): Promise<(report: Report) => boolean> {
  if (opens !== "largest") return () => opens === "all";
  const answersHere = answers.get(store.db) ?? new Map<string, Promise<boolean>>();
  answers.set(store.db, answersHere);
  const missing = reports.filter((report) => !answersHere.has(reportKeyOf(report)));
  const reading = missing.length > 0 ? readOpen(store, missing, today) : null;
  for (const report of missing)
    answersHere.set(
      reportKeyOf(report),
      Promise.resolve(reading).then((open) => open?.has(reportKeyOf(report)) ?? false),
    );
  const open = new Set<string>();
  for (const report of reports) if (await answersHere.get(reportKeyOf(report))) open.add(reportKeyOf(report));
  return (report) => open.has(reportKeyOf(report));
}

/**
 * Returns a function that says whether a report's probability is shown: because the reader's plan includes it,
 * or because the report is published.
 */
export async function shownReports(
  store: SeasonStore,
  reports: readonly Report[],
  opens: ProbabilityAccess,
  today: string,
): Promise<(report: Report) => boolean> {
  if (opens === "all") return () => true;
  const shown = await readOpen(store, reports, today, opens);
  return (report) => shown.has(reportKeyOf(report));
}

async function readOpen(
  store: SeasonStore,
  reports: readonly Report[],
  today: string,
  opens: ProbabilityAccess = "largest",
): Promise<Set<string>> {
  const days = await daysOf(store, reports);
  const weeks = new Map(days.map((day) => weeksOf(day, day)).map((week) => [week.from, week]));
  const rows = await Promise.all(
    [...weeks.values()].map(async (week) => {
      const { items } = calendarOf(await readCalendar(store, week), { ...week, today, opens });
      return items.filter(({ needsPlan }) => !needsPlan);
    }),
  );
  return new Set(rows.flat().map(reportKeyOf));
}

async function daysOf({ db, ledgerId }: SeasonStore, reports: readonly Report[]): Promise<string[]> {
  const keys = JSON.stringify(reports.map(({ symbol, fiscalQuarterEnd }) => [symbol, fiscalQuarterEnd]));
  const { symbol, fiscalQuarterEnd, reportDate } = seasonReports;
  const rows = await db
    .select({ day: reportDate })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        sql`(${symbol}, ${fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${keys}))`,
      ),
    );
  return rows.map(({ day }) => day);
}
