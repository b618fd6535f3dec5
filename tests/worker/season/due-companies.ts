import { DAY_MS, isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { storeReports } from "#season/store-reports.ts";

/** The day on which they report next. */
export const REPORT_DAY = "2026-10-20";

/** Stores companies with this many reported quarters, all beats, whose next report is on that day. */
export async function storeDueCompanies(
  store: { db: Database; ledgerId: string },
  symbols: readonly string[],
  { now, quarters = 8 }: { now: Date; quarters?: number },
): Promise<void> {
  const sightings = symbols.flatMap((symbol) =>
    Array.from({ length: quarters + 1 }, (_, i) => ({
      symbol,
      fiscalQuarterEnd: null,
      reportDate: isoDay(Date.parse(REPORT_DAY) - i * 91 * DAY_MS),
      session: null,
      isConfirmed: i > 0,
      consensusEps: 1,
      analystCount: 9,
      reportedEps: i === 0 ? null : 1.05,
      basis: null,
      source: "a source",
      isImported: false,
    })),
  );
  await storeReports(store, sightings, { now, today: isoDay(now) });
}
