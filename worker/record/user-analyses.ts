import { and, desc, eq, inArray, lte, ne, type SQL } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { type PredictionStore, readSnapshot } from "#platform/files/evidence-file.ts";
import {
  type ArchivedPrediction,
  archivedPredictionYearsQuery,
  findUserPrediction,
} from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";
import type { LedgerId } from "#platform/scope.ts";
import { firstInDatabaseAndFiles, newestFirst, newestUserPrediction } from "./archive/newest.ts";
import { isOfUser } from "./history.ts";

type StoredAnalysis = { predictionId: string; analysis: Analysis };

export async function latestAnalysis(
  store: PredictionStore,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
  symbol: string,
): Promise<StoredAnalysis | null> {
  // Some sources write share classes with a dash instead of a dot.
  const names = [...new Set([symbol, symbol.replace(".", "-")])];
  return newest(
    store,
    userId,
    and(inArray(predictions.symbol, names), eq(predictions.ledgerId, ledgerId)),
    (row) => names.includes(row.symbol) && row.ledgerId === ledgerId,
  );
}

export async function userSnapshot(
  store: PredictionStore,
  userId: string,
  hash: string,
): Promise<Analysis | null> {
  const prediction = await newest(
    store,
    userId,
    eq(predictions.evidenceHash, hash),
    (row) => row.evidenceHash === hash,
  );
  return prediction?.analysis ?? null;
}

/**
 * Returns the analysis of a person's prediction and their previous analysis of the same company, or null when
 * the prediction belongs to another person. A prediction with the same snapshot is not a previous analysis,
 * because its request was answered with the same analysis.
 */
export async function withPreviousPrediction(
  store: PredictionStore,
  userId: string,
  id: string,
): Promise<{ analysis: Analysis; previous: StoredAnalysis | null } | null> {
  const row = await findUserPrediction(store, userId, id);
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
      (candidate) =>
        candidate.symbol === symbol &&
        candidate.ledgerId === ledgerId &&
        candidate.createdAt <= createdAt &&
        candidate.evidenceHash !== evidenceHash,
    ),
  ]);
  return { analysis, previous };
}

async function newest(
  store: PredictionStore,
  userId: string,
  where: SQL | undefined,
  wanted: (row: ArchivedPrediction) => boolean,
): Promise<StoredAnalysis | null> {
  const row = await newestUserPrediction(store, userId, where, wanted);
  return row ? { predictionId: row.id, analysis: await readSnapshot(store.files, row.evidenceHash) } : null;
}

const MAX_ANALYSES = 200;

/**
 * Returns the companies that the person analyzed, each of them once, the most recently analyzed first. Only
 * the newest MAX_ANALYSES predictions are considered.
 */
export async function analyzedCompanies(
  { db, files }: PredictionStore,
  { userId, ledgerId }: { userId: string; ledgerId: LedgerId },
): Promise<{ symbol: string; name: string }[]> {
  const { id, symbol, companyName, createdAt, settledAt } = predictions;
  const [rowsInDatabase, years] = await db.batch([
    db
      .select({ id, symbol, companyName, createdAt, settledAt })
      .from(predictions)
      .where(and(isOfUser(userId), eq(predictions.ledgerId, ledgerId)))
      .orderBy(desc(createdAt))
      .limit(MAX_ANALYSES),
    archivedPredictionYearsQuery(db, userId),
  ]);
  const rows = await firstInDatabaseAndFiles({ db, files }, years, rowsInDatabase, {
    count: MAX_ANALYSES,
    order: newestFirst,
    wanted: (row) => row.ledgerId === ledgerId,
  });
  const newest = new Map<string, string>();
  for (const row of rows)
    if (!newest.has(withDottedShareClass(row.symbol)))
      newest.set(withDottedShareClass(row.symbol), row.companyName);
  return [...newest].map(([ticker, name]) => ({ symbol: ticker, name }));
}
