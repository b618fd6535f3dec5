import { and, desc, eq, inArray, lte, ne, type SQL } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import type { Database } from "#db/client.ts";
import { predictions, snapshots } from "#db/schema/predictions.ts";
import { isOwn } from "./history.ts";
import type { LedgerId } from "./scope.ts";

type OwnAnalysis = { predictionId: string; analysis: Analysis };

/** A user's newest analysis of a ticker in a market; null without one. By the index on scope, ticker and time. */
export async function latestAnalysis(
  db: Database,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
  symbol: string,
): Promise<OwnAnalysis | null> {
  // Sources write a class of shares with a dash too.
  const names = [...new Set([symbol, symbol.replace(".", "-")])];
  return newest(
    db,
    and(isOwn(userId), inArray(predictions.symbol, names), eq(predictions.ledgerId, ledgerId)),
  );
}

/**
 * One of a user's predictions with the analysis they had of the same ticker before; null for anyone else's prediction.
 * A request that was answered with the snapshot of an earlier one is not another analysis.
 */
export async function withPrevious(
  db: Database,
  userId: string,
  id: string,
): Promise<{ analysis: Analysis; previous: OwnAnalysis | null } | null> {
  const [row] = await db
    .select({ prediction: predictions, analysis: snapshots.analysis })
    .from(predictions)
    .innerJoin(snapshots, eq(snapshots.id, predictions.snapshotId))
    .where(and(eq(predictions.id, id), eq(predictions.userId, userId)))
    .limit(1);
  if (!row) return null;
  const { symbol, ledgerId, createdAt, snapshotId } = row.prediction;
  const previous = await newest(
    db,
    and(
      isOwn(userId),
      eq(predictions.symbol, symbol),
      eq(predictions.ledgerId, ledgerId),
      lte(predictions.createdAt, createdAt),
      ne(predictions.snapshotId, snapshotId ?? ""),
    ),
  );
  return { analysis: JSON.parse(row.analysis) as Analysis, previous };
}

async function newest(db: Database, where: SQL | undefined): Promise<OwnAnalysis | null> {
  const [row] = await db
    .select({ predictionId: predictions.id, analysis: snapshots.analysis })
    .from(predictions)
    .innerJoin(snapshots, eq(snapshots.id, predictions.snapshotId))
    .where(where)
    .orderBy(desc(predictions.createdAt))
    .limit(1);
  return row ? { ...row, analysis: JSON.parse(row.analysis) as Analysis } : null;
}
