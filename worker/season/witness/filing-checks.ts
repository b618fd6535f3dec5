import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { FilingCheck } from "#contract/filing-check.ts";
import { dottedClass } from "#contract/symbol.ts";
import type { Database } from "#platform/db/client.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { reportWitnesses } from "#platform/schema/witness.ts";

const MAX_CHECKS = 40;

/** Newest first. A company without an SEC number was never looked for. */
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
