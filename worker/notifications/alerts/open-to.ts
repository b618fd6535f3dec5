import type { Opens } from "#contract/calendar.ts";
import type { Database } from "#platform/db/client.ts";
import { recordScope } from "#platform/scope.ts";
import { calendarRowsOf } from "#season/calendar/next-reports.ts";
import type { SeasonStore } from "#season/store.ts";

type Report = { symbol: string; quarter: string; day: string };

const keyOf = ({ symbol, quarter }: Omit<Report, "day">) => `${symbol} ${quarter}`;

/** What one invocation has read: its messages speak of the same reports. */
const readOf = new WeakMap<Database, Map<string, Promise<boolean>>>();

/**
 * Whether a plan opens the prediction of each of some reports: by the calendar's own rule. Read once by the messages that share
 * a database connection.
 */
export async function openReports(
  store: SeasonStore,
  reports: readonly Report[],
  opens: Opens,
  today: string,
): Promise<(report: Omit<Report, "day">) => boolean> {
  if (opens !== "largest") return () => opens === "all";
  const read = readOf.get(store.db) ?? new Map<string, Promise<boolean>>();
  readOf.set(store.db, read);
  const missing = reports.filter((report) => !read.has(keyOf(report)));
  if (missing.length > 0) {
    const asked = missing.map(({ symbol, quarter, day }) => ({
      ...{ symbol, fiscalQuarterEnd: quarter, reportDate: day, consensusEps: 0, reportedEps: null },
    }));
    const rows = calendarRowsOf(store, recordScope(store.ledgerId), asked, { today, opens });
    for (const report of missing)
      read.set(
        keyOf(report),
        rows.then((found) => found.get(report.symbol)?.needsPlan === false),
      );
  }
  const open = new Set<string>();
  for (const report of reports) if (await read.get(keyOf(report))) open.add(keyOf(report));
  return (report) => open.has(keyOf(report));
}
