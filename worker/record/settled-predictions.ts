import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "#platform/db/client.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { archivedPredictionYearsQuery, readArchivedYears } from "#platform/files/past-predictions.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope, userScope } from "#platform/scope.ts";
import { daysBeforeReport, inOrderOfEnd } from "./ended-predictions.ts";
import { type ScoredPrediction, unitsOf } from "./figures/brier.ts";

/** The number of rows read at once. A row has about 200 bytes. */
const ROWS_AT_ONCE = 5_000;

type Settled = ScoredPrediction & { id: string; lockId: string | null };

export function settledOfRecord(db: Database, ledgerId: LedgerId): Promise<Settled[]> {
  return settledOf(db, recordScope(ledgerId));
}

/**
 * Returns all settled predictions of a person in one market, oldest settlement first. The database is read
 * before the files, so that a prediction that is archived between the two reads is not missed.
 */
export async function settledOfUser(
  { db, files }: PredictionStore,
  userId: string,
  ledgerId: LedgerId,
): Promise<Settled[]> {
  const rowsInDatabase = await settledOf(db, userScope(userId), eq(predictions.ledgerId, ledgerId));
  const years = await archivedPredictionYearsQuery(db, userId);
  const idsInDatabase = new Set(rowsInDatabase.map(({ id }) => id));
  const past = await readArchivedYears({ db, files }, years);
  const archived = past.filter(
    (row) => row.state === "settled" && row.ledgerId === ledgerId && !idsInDatabase.has(row.id),
  );
  return [...archived.map(scoredOf), ...rowsInDatabase].toSorted(
    (a, b) => a.settledAt - b.settledAt || (a.id < b.id ? -1 : 1),
  );
}

async function settledOf(db: Database, scope: string, where?: SQL): Promise<Settled[]> {
  const rows = inOrderOfEnd(ROWS_AT_ONCE, ({ after, order, limit }) =>
    db
      .select(scoredColumns)
      .from(predictions)
      .where(and(eq(predictions.scope, scope), eq(predictions.state, "settled"), after, where))
      .orderBy(...order)
      .limit(limit),
  );
  const settled: Settled[] = [];
  for await (const row of rows) settled.push(scoredOf(row));
  return settled;
}

const scoredColumns = {
  id: predictions.id,
  lockId: predictions.lockId,
  beatProbability: predictions.beatProbability,
  baseRate: predictions.baseRate,
  actualResult: predictions.actualResult,
  isCorrect: predictions.isCorrect,
  reportDate: predictions.reportDate,
  reportsAt: predictions.reportsAt,
  asOf: predictions.asOf,
  createdAt: predictions.createdAt,
  settledAt: predictions.settledAt,
  sector: predictions.sector,
  companySize: predictions.companySize,
  confidence: predictions.confidence,
  modelVersion: predictions.modelVersion,
};

function scoredOf(row: Pick<typeof predictions.$inferSelect, keyof typeof scoredColumns>): Settled {
  return {
    id: row.id,
    lockId: row.lockId,
    probability: unitsOf(row.beatProbability),
    baseRate: unitsOf(row.baseRate),
    isBeat: row.actualResult === "beat",
    isCorrect: row.isCorrect === true,
    day: row.reportDate ?? "",
    settledAt: Number(row.settledAt),
    sector: row.sector,
    size: row.companySize,
    confidence: row.confidence,
    modelVersion: row.modelVersion,
    daysBefore: daysBeforeReport(row),
  };
}
