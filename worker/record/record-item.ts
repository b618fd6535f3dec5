import { and, gte, lt, not, type SQL, sql } from "drizzle-orm";
import type { RecordKind } from "#contract/figures.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { RecordItem } from "#contract/record.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { historyItemOf } from "./history.ts";

/** `shownTo` makes what a reader gets. */
export type FullRecordItem = PredictionHistoryItem & Pick<RecordItem, "settledAt" | "isSealed">;

export function recordItemOf(row: typeof predictions.$inferSelect): FullRecordItem {
  const isSealed = row.state !== "settled" && row.state !== "void";
  return { ...historyItemOf(row), settledAt: row.settledAt?.toISOString() ?? null, isSealed };
}

/** Sealed figures only where the plan opens them. */
export function shownTo(item: FullRecordItem, isOpened: boolean): RecordItem {
  if (!item.isSealed || isOpened) return item;
  return { ...item, predictionType: null, probability: null, beatProbability: null, confidence: null };
}

/** Replays say so in their lock. */
export function recordKindOf(ledgerId: LedgerId, lockId: string | null): RecordKind {
  if (lockId?.startsWith("replay ")) return "replayed";
  if (ledgerId === "live") return "live";
  return ledgerId.startsWith("sample") ? "simulated" : "rehearsed";
}

/** None where the ledger cannot have that kind. */
export function isOfKind(ledgerId: LedgerId, kind: RecordKind): SQL {
  if (kind !== "replayed" && kind !== recordKindOf(ledgerId, null)) return sql`false`;
  const isReplay = and(gte(predictions.lockId, "replay "), lt(predictions.lockId, "replay!")) as SQL;
  return kind === "replayed" ? isReplay : not(isReplay);
}
