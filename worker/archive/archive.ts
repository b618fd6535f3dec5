import { desc, eq } from "drizzle-orm";
import type { ImportedQuarter } from "#analysis/imported-quarters.ts";
import type { Database } from "#db/client.ts";
import { archivedSignals, importedQuarters } from "#db/schema/archive.ts";
import { type Seen, signalsOf } from "./signals.ts";

/** Newest imported quarters that an analysis may use: ten years. */
const MAX_IMPORTED = 40;

/** Keeps what was seen of a company today, once a day by the primary key; a company without consensus is not kept. */
export async function archiveSignals(
  db: Database,
  { ledgerId, now }: { ledgerId: string; now: Date },
  seen: Seen,
): Promise<void> {
  const signals = signalsOf(seen);
  if (!signals) return;
  await db
    .insert(archivedSignals)
    .values({ ...signals, ledgerId, archivedAt: now })
    .onConflictDoNothing();
}

/** The company's imported quarters, newest first; served by the primary key. */
export async function importedQuartersOf(db: Database, symbol: string): Promise<ImportedQuarter[]> {
  const { reportDate, epsEstimate, epsActual, source } = importedQuarters;
  return db
    .select({ reportDate, epsEstimate, epsActual, source })
    .from(importedQuarters)
    .where(eq(importedQuarters.symbol, symbol))
    .orderBy(desc(reportDate))
    .limit(MAX_IMPORTED);
}
