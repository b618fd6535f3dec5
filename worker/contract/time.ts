export const HOUR_MS = 3_600_000;
/** Days are counted in UTC, where each has 24 hours. */
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = DAY_MS / 1000;

type When = Date | string | number;

/** Lazy: making a formatter takes milliseconds that each page would wait for. */
function easternFormat(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat(locale, { timeZone: "America/New_York", ...options });
    return format;
  };
}

const eastern = easternFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });

/** Throws RangeError for an invalid date. */
export function isoDay(when: When): string {
  return new Date(when).toISOString().slice(0, 10);
}

/** Reports are dated by the exchange's day. */
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

/** "Jul 17, 2025, 4:05 PM EDT" */
export function easternTime(when: When): string {
  return easternWithTime().format(new Date(when));
}

const easternClock = easternFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Minutes after midnight in New York. */
export function easternMinutes(when: When): number {
  const [hours = 0, minutes = 0] = easternClock().format(new Date(when)).split(":").map(Number);
  return 60 * hours + minutes;
}

/** Negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
