import type { Database } from "#platform/db/client.ts";
import { archivedSignals } from "#platform/schema/archive.ts";
import { type Seen, signalsOf } from "./signals.ts";

/** Once a day by the primary key; a company without consensus is left out. */
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
