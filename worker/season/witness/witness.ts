import { and, desc, eq, gte, isNotNull, isNull, lte } from "drizzle-orm";
import type { FilingCheck } from "#contract/recap.ts";
import { settlementDays, WITNESS_PATIENCE_MINUTES } from "#contract/rules.ts";
import { dottedClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import type { Database } from "#platform/db/client.ts";
import { isWitnessOfReport, reportWitnesses } from "#platform/schema/releases.ts";
import { seasonCompanies, seasonReports } from "#platform/schema/season.ts";

export type WitnessSubject = { symbol: string; fiscalQuarterEnd: string };

type Witness = {
  /** The figure is new and its release has not been looked for; settlement waits for it, but not for long. */
  isAwaited: boolean;
  /** The release was accepted between these two moments. */
  released: { from: Date; to: Date } | null;
  /** The release states another figure, first seen at `since`. */
  contradiction: { eps: number; basis: "adjusted" | "gaap"; since: Date } | null;
};

/** Judges a figure that was first seen at `seenAt`. Returns null before the first look. */
export function witnessOf(
  row: typeof reportWitnesses.$inferSelect | null,
  seenAt: Date | null,
  now: Date,
): Witness {
  const patienceMs = WITNESS_PATIENCE_MINUTES * 60_000;
  if (!row)
    return {
      isAwaited: seenAt !== null && now.getTime() - seenAt.getTime() < patienceMs,
      released: null,
      contradiction: null,
    };
  const { releasedFrom: from, releasedTo: to, finding, exhibitEps: eps, exhibitBasis: basis } = row;
  return {
    isAwaited: false,
    released: from && to ? { from, to } : null,
    contradiction:
      finding === "contradicted" && eps !== null && basis ? { eps, basis, since: row.firstLookedAt } : null,
  };
}

/** The first look may be due for as long as settlement waits for it. */
const NEW_FOR_DAYS = settlementDays.deadline;

/** New figures come first, then those to look for again. */
export async function dueWitnesses(
  db: Database,
  ledgerId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<WitnessSubject[]> {
  const subject = { symbol: seasonReports.symbol, fiscalQuarterEnd: seasonReports.fiscalQuarterEnd };
  const today = easternDay(now);
  const fresh = await db
    .select(subject)
    .from(seasonReports)
    .leftJoin(reportWitnesses, isWitnessOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(seasonReports.reportDate, dayAfter(today, -NEW_FOR_DAYS)),
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

/** Newest first. Filings of a company without an SEC number were never looked for. */
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
        eq(reportWitnesses.symbol, dottedClass(symbol)),
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
