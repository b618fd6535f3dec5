import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { RecordItem } from "#contract/record.ts";
import type { predictions } from "#platform/schema/predictions.ts";
import { historyItemOf } from "./history.ts";

/** A prediction of record with all it says, for the Worker alone; `shownTo` makes what a reader gets. */
export type FullRecordItem = PredictionHistoryItem & Pick<RecordItem, "settledAt" | "isSealed">;

/** A stored prediction with its state of sealing, whoever reads it. */
export function recordItemOf(row: typeof predictions.$inferSelect): FullRecordItem {
  const isSealed = row.state !== "settled" && row.state !== "void";
  return { ...historyItemOf(row), settledAt: row.settledAt?.toISOString() ?? null, isSealed };
}

/** The prediction as a reader gets it: while it is sealed, its figures only where the reader's plan opens them. */
export function shownTo(item: FullRecordItem, isOpened: boolean): RecordItem {
  if (!item.isSealed || isOpened) return item;
  return { ...item, predictionType: null, probability: null, beatProbability: null, confidence: null };
}
