/** What stands in place of a figure that is not known. */
export const MISSING = "—";

const longDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" });
const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" });
const weekday = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  weekday: "long",
  month: "long",
  day: "numeric",
});
const quarter = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", year: "numeric" });

/** "October 29, 2026", of an ISO day; "Oct 29, 2026" in short. */
export function calendarDay(day: string, length: "long" | "short" = "long"): string {
  return (length === "long" ? longDay : shortDay).format(new Date(day));
}

/** "Thursday, October 29", of an ISO day. */
export function dayOfWeek(day: string): string {
  return weekday.format(new Date(day));
}

/** "Sep 2026", of the day on which a fiscal quarter ends. */
export function quarterName(fiscalQuarterEnd: string): string {
  return quarter.format(new Date(fiscalQuarterEnd));
}

/** "November 23 to 29, 2026", of a week's first and last day. */
export function spanOfDays(from: string, to: string): string {
  const [first, last] = [calendarDay(from), calendarDay(to)];
  const [month, year] = [first.split(" ")[0] ?? "", first.slice(-4)];
  if (year !== last.slice(-4)) return `${first} to ${last}`;
  const start = first.replace(`, ${year}`, "");
  return `${start} to ${last.startsWith(`${month} `) ? last.slice(month.length + 1) : last}`;
}

/** EPS in its currency: "$1.52", "-€0.08"; a plain number where the currency is not known. */
export function perShare(eps: number | null, currency: string | null): string {
  if (eps === null) return MISSING;
  // Listings are also quoted in parts of a currency ("GBp"), which no formatter knows.
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return `${eps.toFixed(2)} ${currency ?? ""}`.trim();
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits }).format(eps);
}

/** A share between 0 and 1 with one decimal: "71.3%". */
export function percent(share: number | null): string {
  return share === null ? MISSING : `${(100 * share).toFixed(1)}%`;
}

/** A change in percent with its sign: "+4.5%", "−1.0%". */
export function signedPercent(change: number): string {
  const size = `${Math.abs(change).toFixed(1)}%`;
  return change === 0 ? size : `${change > 0 ? "+" : "−"}${size}`;
}

/** "1 report", "1,204 reports"; `plural` for what does not just take an s. */
export function counted(n: number, singular: string, plural = `${singular}s`): string {
  return `${n.toLocaleString("en-US")} ${n === 1 ? singular : plural}`;
}
