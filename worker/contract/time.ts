/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;
/** A day in milliseconds. Days are counted in UTC, where each has 24 hours. */
export const DAY_MS = 24 * HOUR_MS;
/** A day in seconds, as cookies and push messages count their life. */
export const DAY_SECONDS = DAY_MS / 1000;

type When = Date | string | number;

/** A formatter of New York's time, made when it is first used: making one takes milliseconds, which each page would wait for. */
function easternFormat(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat(locale, { timeZone: "America/New_York", ...options });
    return format;
  };
}

const eastern = easternFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });

/** The UTC day of an instant ("2026-02-06"). Throws RangeError for a date that is none. */
export function isoDay(when: When): string {
  return new Date(when).toISOString().slice(0, 10);
}

/** The day of an instant in New York: reports are dated by the exchange's day. */
export function easternDay(when: When): string {
  return eastern().format(new Date(when));
}

const easternWithTime = easternFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** "Jul 17, 2025, 4:05 PM EDT": a moment in New York, where American companies report. */
export function easternTime(when: When): string {
  return easternWithTime().format(new Date(when));
}

/** Days from one ISO day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
