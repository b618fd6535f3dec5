import { and, gte, lt, not, type SQL, sql } from "drizzle-orm";
import type { RecordKind } from "#contract/figures.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";

/** The kind of a prediction of record: by its ledger, and by its lock where the simulated market replayed it. */
export function recordKindOf(ledgerId: LedgerId, lockId: string | null): RecordKind {
  if (lockId?.startsWith("replay ")) return "replayed";
  if (ledgerId === "live") return "live";
  return ledgerId.startsWith("sample") ? "simulated" : "rehearsed";
}

/** Picks the predictions of one kind out of a ledger's record; nothing where the ledger cannot have any. */
export function isOfKind(ledgerId: LedgerId, kind: RecordKind): SQL {
  if (kind !== "replayed" && kind !== recordKindOf(ledgerId, null)) return sql`false`;
  const isReplay = and(gte(predictions.lockId, "replay "), lt(predictions.lockId, "replay!")) as SQL;
  return kind === "replayed" ? isReplay : not(isReplay);
}
