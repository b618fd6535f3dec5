import type { InferSelectModel } from "drizzle-orm";
import type { RevenueFigures } from "#contract/market-data.ts";
import { daysBetween } from "#contract/time.ts";
import type { seasonReports } from "#platform/schema/season.ts";

export type StoredReport = Omit<InferSelectModel<typeof seasonReports>, "ledgerId">;

/** EPS in the reporting currency. */
export type Sighting = {
  /** As `dottedClass` writes it. */
  symbol: string;
  /** Never worked out from the day. */
  fiscalQuarterEnd: string | null;
  /** ISO. A sighting has a day, a quarter or both. */
  reportDate: string | null;
  session: "pre" | "post" | null;
  isConfirmed: boolean;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  revenue?: RevenueFigures | undefined;
  basis: "adjusted" | "gaap" | null;
  /** Or an imported file's name. */
  source: string;
  /** Never overrides what a market source said. */
  isImported: boolean;
};

/** Null where not known. */
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

/** Of 9,739 rows of 2021 to 2023, 211 lie so near another, two 21 to 29 days. */
export const SAME_REPORT_DAYS = 20;
/** A coming day may move by weeks; quarters lie 91 days apart. */
export const MOVED_REPORT_DAYS = 44;

/**
 * For stored files, lab and rehearsal: those up to SAME_REPORT_DAYS after one that counts are dropped. By
 * day.
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
