import type { InferSelectModel } from "drizzle-orm";
import type { RevenueFigures } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";
import type { seasonReports } from "#platform/schema/season.ts";

export type StoredReport = Omit<InferSelectModel<typeof seasonReports>, "ledgerId">;

/** EPS is in the reporting currency. */
export type Sighting = {
  /** Spelled as by `dottedClass`. */
  symbol: string;
  /** Never derived from the day. */
  fiscalQuarterEnd: string | null;
  /** An ISO day. A sighting has a day, a quarter or both. */
  reportDate: string | null;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  revenue?: RevenueFigures | undefined;
  basis: "adjusted" | "gaap" | null;
  /** The source's name, or that of an imported file. */
  source: string;
  /** Imported rows never override what a market source said. */
  isImported: boolean;
};

/** Fields are null when not known. */
export type CompanySighting = {
  symbol: string;
  name: string | null;
  exchange: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  currency: string | null;
  price: number | null;
  marketCap: number | null;
};

/**
 * Of 9,739 rows from 2021 to 2023, 211 are this close to another row of the same report, and two are 21 to 29 days
 * away.
 */
export const SAME_REPORT_DAYS = 20;
/** An upcoming day may move by weeks, while quarters are 91 days apart. */
export const MOVED_REPORT_DAYS = 44;

/**
 * Drops rows that are up to SAME_REPORT_DAYS after one that counts, ordered by day. It serves stored files, the fit
 * and rehearsals.
 */
export function distinctReports<Report extends { symbol: string; reportDate: string }>(
  reports: readonly Report[],
): Report[] {
  const lastDays = new Map<string, string>();
  const byDay = reports.toSorted((a, b) =>
    a.reportDate < b.reportDate ? -1 : a.reportDate > b.reportDate ? 1 : 0,
  );
  return byDay.filter(({ symbol, reportDate }) => {
    const last = lastDays.get(symbol);
    if (last !== undefined && daysBetween(last, reportDate) <= SAME_REPORT_DAYS) return false;
    lastDays.set(symbol, reportDate);
    return true;
  });
}
