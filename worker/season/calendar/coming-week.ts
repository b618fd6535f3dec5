import type { CalendarRow, Opens } from "#contract/calendar.ts";
import { type ComingList, MAX_UPCOMING, type NewsletterIssue } from "#contract/newsletter.ts";
import { easternDay } from "#contract/time.ts";
import type { SeasonStore } from "../store.ts";
import { calendarOf, weeksOf } from "./calendar.ts";
import { readCalendar } from "./read-calendar.ts";

type Predicted = CalendarRow & { baseRate: number };

/** By kind of plan, without today's that may be out. */
export async function comingWeek(
  store: SeasonStore,
  { now, to }: { now: Date; to: string },
): Promise<Pick<NewsletterIssue, "upcoming" | "upcomingCount">> {
  const today = easternDay(now);
  const rows = await readCalendar(store, weeksOf(today, to));
  const aheadFor = (opens: Opens) =>
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

function openedOf(rows: readonly Predicted[]): ComingList {
  const opened = rows.filter(({ edge }) => edge !== null).toSorted(byEdge);
  return { reports: opened.slice(0, MAX_UPCOMING).map(listed), openCount: opened.length };
}

function byEdge(one: CalendarRow, other: CalendarRow): number {
  return Math.abs(other.edge ?? 0) - Math.abs(one.edge ?? 0) || (one.symbol < other.symbol ? -1 : 1);
}

function byMarketCap(one: CalendarRow, other: CalendarRow): number {
  return (other.marketCap ?? 0) - (one.marketCap ?? 0) || (one.symbol < other.symbol ? -1 : 1);
}

function listed({ symbol, name, consensusEps, currency, reportDate, beatProbability, baseRate }: Predicted) {
  return { symbol, companyName: name, consensusEps, currency, reportDate, beatProbability, baseRate };
}
