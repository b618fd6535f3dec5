import { and, desc, eq, inArray, lte, ne, type SQL } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import { type PredictionStore, readSnapshot } from "#platform/files/evidence-file.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { isOwn } from "./history.ts";

type OwnAnalysis = { predictionId: string; analysis: Analysis };

export async function latestAnalysis(
  store: PredictionStore,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
  symbol: string,
): Promise<OwnAnalysis | null> {
  // Sources write a class of shares with a dash too.
  const names = [...new Set([symbol, symbol.replace(".", "-")])];
  return newest(
    store,
    and(isOwn(userId), inArray(predictions.symbol, names), eq(predictions.ledgerId, ledgerId)),
  );
}

export async function ownSnapshot(
  store: PredictionStore,
  userId: string,
  hash: string,
): Promise<Analysis | null> {
  return (await newest(store, and(isOwn(userId), eq(predictions.evidenceHash, hash))))?.analysis ?? null;
}

/**
 * With the user's earlier analysis of the ticker; null for anyone else's prediction. A request answered with an
 * earlier snapshot is not another analysis.
 */
export async function withPrevious(
  store: PredictionStore,
  userId: string,
  id: string,
): Promise<{ analysis: Analysis; previous: OwnAnalysis | null } | null> {
  const [row] = await store.db
    .select()
    .from(predictions)
    .where(and(eq(predictions.id, id), eq(predictions.userId, userId)))
    .limit(1);
  if (!row) return null;
  const { symbol, ledgerId, createdAt, evidenceHash } = row;
  const [analysis, previous] = await Promise.all([
    readSnapshot(store.files, evidenceHash),
    newest(
      store,
      and(
        isOwn(userId),
        eq(predictions.symbol, symbol),
        eq(predictions.ledgerId, ledgerId),
        lte(predictions.createdAt, createdAt),
        ne(predictions.evidenceHash, evidenceHash),
      ),
    ),
  ]);
  return { analysis, previous };
}

/** By user and time: mostly the last one is asked for. */
async function newest({ db, files }: PredictionStore, where: SQL | undefined): Promise<OwnAnalysis | null> {
  const [row] = await db
    .select({ predictionId: predictions.id, hash: predictions.evidenceHash })
    .from(predictions)
    .where(where)
    .orderBy(desc(predictions.createdAt))
    .limit(1);
  return row ? { predictionId: row.predictionId, analysis: await readSnapshot(files, row.hash) } : null;
}
