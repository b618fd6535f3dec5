import { DAY_MS, isoDay } from "#contract/time.ts";
import type { Watched } from "#contract/watchlist.ts";

/** A watched company with its next report, and when that last changed, in milliseconds. */
export type CalendarEntry = Pick<Watched, "symbol" | "name"> & {
  report: NonNullable<Watched["report"]>;
  changedAt: number;
};

type About = { ledgerId: string; origin: string; isSample: boolean };

/** What RFC 5545 allows of a line, in bytes, without its end. */
const LINE_BYTES = 75;
const MINUTE_MS = 60_000;

/**
 * An iCalendar file (RFC 5545): one event a company and fiscal quarter. A moved day is the same event with a higher sequence.
 * Nothing in it depends on when it was asked for.
 */
export function calendarFile(entries: readonly CalendarEntry[], about: About): string {
  const name = `${about.isSample ? "Sample data. " : ""}Beatcast watchlist`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Beatcast//Watchlist//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...entries.flatMap((entry) => eventLines(entry, about)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const sessions = { pre: " before the open", post: " after the close" } as const;

function eventLines({ symbol, name, report, changedAt }: CalendarEntry, about: About): string[] {
  const { reportDate, session, isConfirmed, fiscalQuarterEnd } = report;
  const changed = `${new Date(changedAt).toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const url = `${about.origin}/stocks/${encodeURIComponent(symbol)}`;
  const sample = about.isSample ? "Sample data. " : "";
  return [
    "BEGIN:VEVENT",
    `UID:${about.ledgerId.replace(/[^\w-]/g, "-")}-${symbol}-${fiscalQuarterEnd}@${new URL(about.origin).hostname}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${Math.floor(changedAt / MINUTE_MS)}`,
    `DTSTART;VALUE=DATE:${compact(reportDate)}`,
    `DTEND;VALUE=DATE:${compact(isoDay(Date.parse(reportDate) + DAY_MS))}`,
    `SUMMARY:${escaped(`${sample}${symbol} reports${session ? sessions[session] : ""}`)}`,
    `DESCRIPTION:${escaped(sample + descriptionOf(name, report, url))}`,
    `URL:${url}`,
    `STATUS:${isConfirmed ? "CONFIRMED" : "TENTATIVE"}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

function descriptionOf(name: string, report: CalendarEntry["report"], url: string): string {
  const { beatProbability, baseRate, needsPlan, outcome, isConfirmed, movedFrom, fiscalQuarterEnd } = report;
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return [
    `${name}, quarter to ${fiscalQuarterEnd}.`,
    ...(outcome ? [`Reported a ${outcome}.`] : []),
    ...(beatProbability === null ? [] : [`P(beat) ${percent(beatProbability)}.`]),
    ...(needsPlan ? ["Your plan does not open its probability."] : []),
    ...(baseRate === null ? [] : [`Base rate ${percent(baseRate)}.`]),
    isConfirmed ? "The day is confirmed." : "The day is not confirmed.",
    ...(movedFrom ? [`It was ${movedFrom} before.`] : []),
    "An estimate, and no advice.",
    url,
  ].join("\n");
}

const compact = (day: string) => day.replaceAll("-", "");

/** Text as a value: nothing in it ends the line or the list. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\n\P{Cc}]/gu, "")
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n");
}

/** A line in pieces of at most 75 bytes, none of which splits a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let [piece, bytes] = ["", 0];
  for (const character of line) {
    const size = new TextEncoder().encode(character).byteLength;
    if (bytes + size > LINE_BYTES) {
      pieces.push(piece);
      // The space that goes before a continued line counts.
      [piece, bytes] = ["", 1];
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
}
