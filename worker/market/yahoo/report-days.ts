import { daysBetween } from "#worker/time.ts";
import type { Summary } from "./summary-schema.ts";

type Filing = NonNullable<Summary["secFilings"]>["filings"][number];

/** Days after the quarter's end within which a press release about it is filed. */
const EARLIEST_DAYS = 10;
const LATEST_DAYS = 60;

/**
 * The day (ISO) of a quarter's report, from SEC filings, since Yahoo gives only the quarter's end: the one 8-K or 6-K with
 * exhibit 99, 10 to 60 days later and before the periodic report. Null for none or several.
 */
export function reportDayOf(fiscalQuarterEnd: string, filings: readonly Filing[]): string | null {
  const near = filings.flatMap(({ date, type, exhibits }) => {
    const days = date === null ? Number.NaN : daysBetween(fiscalQuarterEnd, date);
    return date !== null && days >= EARLIEST_DAYS && days <= LATEST_DAYS ? [{ date, type, exhibits }] : [];
  });
  const periodic = near.filter(({ type }) => type === "10-Q" || type === "10-K").map(({ date }) => date);
  const until = periodic.sort()[0] ?? "9999-12-31";
  const releases = near.filter(
    ({ date, type, exhibits }) =>
      (type === "8-K" || type === "6-K") &&
      date <= until &&
      exhibits.some((exhibit) => exhibit.type?.startsWith("EX-99")),
  );
  return releases.length === 1 ? (releases[0]?.date ?? null) : null;
}
