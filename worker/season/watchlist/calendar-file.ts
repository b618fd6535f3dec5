import type { ICalEventData, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { amountShort, percent, signedPercent } from "#contract/format.ts";
import { revenueText } from "#contract/revenue.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import type { WatchlistEntry } from "#contract/watchlist.ts";

/**
 * A watched company's report in the calendar file. `changedAt` is the time of its last change in milliseconds.
 */
export type CalendarFeedEvent = Pick<WatchlistEntry, "symbol" | "name"> & {
  report: NonNullable<WatchlistEntry["report"]>;
  changedAt: number;
};

type About = { ledgerId: string; origin: string; isSample: boolean };

const REFRESH_SECONDS = 6 * 3_600;
const MINUTE_MS = 60_000;

/**
 * Returns an iCalendar file (RFC 5545) with one event per company and quarter. A changed report date raises the
 * event's sequence number. Equal entries give equal files.
 */
export async function calendarFile(entries: readonly CalendarFeedEvent[], about: About): Promise<string> {
  // The library is loaded only when a calendar is requested, because few requests need it.
  const ical = await import("ical-generator");
  const calendar = ical.default({
    name: `${about.isSample ? "Sample data. " : ""}Beatcast watchlist`,
    prodId: { company: "Beatcast", product: "Watchlist" },
    scale: "GREGORIAN",
    method: ical.ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    events: entries.map((entry) => eventOf(entry, about)),
  });
  return `${calendar.toString()}\r\n`;
}

const sessions = { pre: " before the open", post: " after the close" } as const;

function eventOf({ symbol, name, report, changedAt }: CalendarFeedEvent, about: About): ICalEventData {
  const { reportDate, session, isConfirmed, fiscalQuarterEnd } = report;
  const url = `${about.origin}/stocks/${encodeURIComponent(symbol)}`;
  const sample = about.isSample ? "Sample data. " : "";
  return {
    id: `${about.ledgerId.replace(/[^\w-]/g, "-")}-${symbol}-${fiscalQuarterEnd}@${new URL(about.origin).hostname}`,
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    sequence: Math.floor(changedAt / MINUTE_MS),
    allDay: true,
    start: reportDate,
    end: isoDay(Date.parse(reportDate) + DAY_MS),
    summary: `${sample}${symbol} reports${session ? sessions[session] : ""}`,
    description: withoutControls(sample + descriptionOf(name, report, url)),
    url,
    status: (isConfirmed ? "CONFIRMED" : "TENTATIVE") as ICalEventStatus,
    transparency: "TRANSPARENT" as ICalEventTransparency,
  };
}

function descriptionOf(name: string, report: CalendarFeedEvent["report"], url: string): string {
  const { beatProbability, baseRate, needsPlan, outcome, isConfirmed, movedFrom, fiscalQuarterEnd } = report;
  const revenue = revenueText(report.revenue, report.currency, { amountShort, signedPercent });
  return [
    `${name}, quarter to ${fiscalQuarterEnd}.`,
    ...(outcome ? [`Reported a ${outcome}.`] : []),
    ...(revenue ? [`R${revenue.slice(1)}.`] : []),
    ...(beatProbability === null ? [] : [`P(beat) ${percent(beatProbability, 1)}.`]),
    ...(needsPlan ? ["Your plan does not open its probability."] : []),
    ...(baseRate === null ? [] : [`Base rate ${percent(baseRate, 1)}.`]),
    isConfirmed ? "The day is confirmed." : "The day is not confirmed.",
    ...(movedFrom ? [`It was ${movedFrom} before.`] : []),
    "An estimate, and no advice.",
    url,
  ].join("\n");
}

/** Removes control characters, because the library escapes only line ends. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\n\P{Cc}]/gu, "");
}
