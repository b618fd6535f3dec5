import { and, desc, eq, gte, isNotNull, isNull, lte } from "drizzle-orm";
import type { FilingCheck } from "#contract/recap.ts";
import { settlementDays, WITNESS_PATIENCE_MINUTES } from "#contract/rules.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { isWitnessOfReport, reportWitnesses } from "#platform/schema/releases.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";

export type ReportKey = { symbol: string; fiscalQuarterEnd: string };

type Witness = {
  /**
   * True when the figure is new and its release has not been looked for. Settlement waits for it for a limited
   * time.
   */
  isAwaited: boolean;
  /** True when the release states the source's figure. */
  isConfirmed: boolean;
  /** The SEC accepted the release between these two moments; null when no release is known. */
  released: { from: Date; to: Date } | null;
  /** The release states another figure (`eps`). `since` is when it was first looked for. */
  contradiction: { eps: number; basis: "adjusted" | "gaap"; since: Date } | null;
};

/**
 * Returns what the filings say about a figure that was first seen at `seenAt`. `row` is null before the filings
 * were looked into.
 */
export function witnessOf(
  row: typeof reportWitnesses.$inferSelect | null,
  seenAt: Date | null,
  now: Date,
): Witness {
  const patienceMs = WITNESS_PATIENCE_MINUTES * 60_000;
  if (!row)
    return {
      isAwaited: seenAt !== null && now.getTime() - seenAt.getTime() < patienceMs,
      isConfirmed: false,
      released: null,
      contradiction: null,
    };
  const { releasedFrom: from, releasedTo: to, finding, exhibitEps: eps, exhibitBasis: basis } = row;
  return {
    isAwaited: false,
    isConfirmed: finding === "confirmed",
    released: from && to ? { from, to } : null,
    contradiction:
      finding === "contradicted" && eps !== null && basis ? { eps, basis, since: row.firstLookedAt } : null,
  };
}

/**
 * How many days after a report its filings may be looked into for the first time: as long as settlement may
 * wait for the report.
 */
const NEW_FOR_DAYS = settlementDays.deadline;

/**
 * Returns up to `limit` reports whose filings are due to be looked into: new figures first, then those to look
 * into again.
 */
export async function dueWitnesses(
  db: Database,
  ledgerId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<ReportKey[]> {
  const subject = { symbol: seasonReports.symbol, fiscalQuarterEnd: seasonReports.fiscalQuarterEnd };
  const today = easternDay(now);
  const fresh = await db
    .select(subject)
    .from(seasonReports)
    .leftJoin(reportWitnesses, isWitnessOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(seasonReports.reportDate, addIsoDays(today, -NEW_FOR_DAYS)),
        lte(seasonReports.reportDate, today),
        isNotNull(seasonReports.reportedEps),
        eq(seasonReports.isImported, false),
        isNull(reportWitnesses.symbol),
      ),
    )
    .limit(limit);
  const again = await db
    .select({ symbol: reportWitnesses.symbol, fiscalQuarterEnd: reportWitnesses.fiscalQuarterEnd })
    .from(reportWitnesses)
    .where(and(eq(reportWitnesses.ledgerId, ledgerId), lte(reportWitnesses.lookAgainAt, now)))
    .limit(Math.max(0, limit - fresh.length));
  return [...fresh, ...again];
}

const MAX_CHECKS = 40;

/**
 * Returns what the SEC filings say about each of a company's reports, newest quarter first. Companies without
 * an SEC number have none, because their filings were never looked for.
 */
export async function filingChecksOf(
  db: Database,
  ledgerId: string,
  symbol: string,
): Promise<{ fiscalQuarterEnd: string; check: FilingCheck }[]> {
  const rows = await db
    .select({ witness: reportWitnesses })
    .from(reportWitnesses)
    .innerJoin(
      seasonCompanies,
      and(
        eq(seasonCompanies.ledgerId, reportWitnesses.ledgerId),
        eq(seasonCompanies.symbol, reportWitnesses.symbol),
      ),
    )
    .where(
      and(
        eq(reportWitnesses.ledgerId, ledgerId),
        eq(reportWitnesses.symbol, withDottedShareClass(symbol)),
        isNotNull(seasonCompanies.cik),
      ),
    )
    .orderBy(desc(reportWitnesses.fiscalQuarterEnd))
    .limit(MAX_CHECKS);
  return rows.map(({ witness }) => ({
    fiscalQuarterEnd: witness.fiscalQuarterEnd,
    check: {
      finding: witness.finding,
      reportedEps: witness.reportedEps,
      releasedFrom: witness.releasedFrom?.toISOString() ?? null,
      releasedTo: witness.releasedTo?.toISOString() ?? null,
      documentUrl: witness.documentUrl,
      exhibitEps: witness.exhibitEps,
      exhibitBasis: witness.exhibitBasis,
      gaapEps: witness.gaapEps,
      isGaapDerived: witness.isGaapDerived,
      gaapFiled: witness.gaapFiled,
    },
  }));
}
