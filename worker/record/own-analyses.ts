import { and, eq, inArray, lte, ne, type SQL } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import { type PredictionStore, readSnapshot } from "#platform/files/evidence-file.ts";
import { findOwn, type PastPrediction } from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { newestOwn } from "./past/newest.ts";

type OwnAnalysis = { predictionId: string; analysis: Analysis };

export async function latestAnalysis(
  store: PredictionStore,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
  symbol: string,
): Promise<OwnAnalysis | null> {
  // Sources write share classes with a dash too.
  const names = [...new Set([symbol, symbol.replace(".", "-")])];
  return newest(
    store,
    userId,
    and(inArray(predictions.symbol, names), eq(predictions.ledgerId, ledgerId)),
    (row) => names.includes(row.symbol) && row.ledgerId === ledgerId,
  );
}

export async function ownSnapshot(
  store: PredictionStore,
  userId: string,
  hash: string,
): Promise<Analysis | null> {
  const found = await newest(
    store,
    userId,
    eq(predictions.evidenceHash, hash),
    (row) => row.evidenceHash === hash,
  );
  return found?.analysis ?? null;
}

/** Null for anyone else's. A request answered with an earlier snapshot is no other analysis. */
export async function withPrevious(
  store: PredictionStore,
  userId: string,
  id: string,
): Promise<{ analysis: Analysis; previous: OwnAnalysis | null } | null> {
  const row = await findOwn(store, userId, id);
  if (!row) return null;
  const { symbol, ledgerId, createdAt, evidenceHash } = row;
  const [analysis, previous] = await Promise.all([
    readSnapshot(store.files, evidenceHash),
    newest(
      store,
      userId,
      and(
        eq(predictions.symbol, symbol),
        eq(predictions.ledgerId, ledgerId),
        lte(predictions.createdAt, createdAt),
        ne(predictions.evidenceHash, evidenceHash),
      ),
      (other) =>
        other.symbol === symbol &&
        other.ledgerId === ledgerId &&
        other.createdAt <= createdAt &&
        other.evidenceHash !== evidenceHash,
    ),
  ]);
  return { analysis, previous };
}

async function newest(
  store: PredictionStore,
  userId: string,
  where: SQL | undefined,
  wanted: (row: PastPrediction) => boolean,
): Promise<OwnAnalysis | null> {
  const row = await newestOwn(store, userId, where, wanted);
  return row ? { predictionId: row.id, analysis: await readSnapshot(store.files, row.evidenceHash) } : null;
}
