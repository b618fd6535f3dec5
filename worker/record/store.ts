import { and, desc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { Analysis } from "#contract/analysis.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import type { Database } from "#platform/db/client.ts";
import { isAmong } from "#platform/db/client.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { users } from "#platform/schema/accounts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, userScope } from "#platform/scope.ts";
import { currentTickerOf } from "#season/identity/company-id.ts";
import { firstSettlementCheckAt, type NewRow } from "./prediction-row.ts";

type Stored = { id: string; evidenceHash: string; lockId: string | null; ledgerSeq: number | null };

/**
 * Stores a prediction under the lock that its run already has. Returns the stored row, which may be an
 * earlier one of the same request, or null when the run has no lock yet. Throws when the owner's account no
 * longer exists.
 */
export async function storeUnderKnownLock(db: Database, row: NewRow): Promise<Stored | null> {
  const stored = row.lockId ? await insertedUnderKnownLock(db, row) : null;
  if (stored) return stored;
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, row.userId ?? ""));
  const [[earlier], [ownerRow]] = await db.batch([storedRow(db, row), owner]);
  if (row.userId && !ownerRow) throw new Error(`The owner of ${row.id} is gone.`);
  return earlier ?? null;
}

async function insertedUnderKnownLock(db: Database, row: NewRow): Promise<Stored | null> {
  const columns = Object.entries(getTableColumns(predictions));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const cells = columns.map(([key, column]) => {
    if (key === "ledgerSeq") return sql`known.ledger_seq`;
    const value: unknown = key === "dueAt" ? firstSettlementCheckAt(row) : Reflect.get(row, key);
    return sql`${value === null || value === undefined ? null : column.mapToDriverValue(value)}`;
  });
  const [stored] = await db.all<Stored>(sql`INSERT INTO ${predictions} (${sql.join(names, sql`, `)})
    SELECT ${sql.join(cells, sql`, `)} FROM (SELECT ledger_seq FROM predictions
      WHERE lock_id = ${row.lockId} AND ledger_id = ${row.ledgerId} AND ledger_seq IS NOT NULL LIMIT 1) AS known
      WHERE true
    ON CONFLICT (scope, request_key) DO UPDATE SET request_key = excluded.request_key
    RETURNING id, evidence_hash AS "evidenceHash", lock_id AS "lockId", ledger_seq AS "ledgerSeq"`);
  return stored ?? null;
}

export function storedRow(db: Database, { scope, requestKey }: Pick<NewRow, "scope" | "requestKey">) {
  return db
    .select({
      id: predictions.id,
      evidenceHash: predictions.evidenceHash,
      lockId: predictions.lockId,
      ledgerSeq: predictions.ledgerSeq,
    })
    .from(predictions)
    .where(and(eq(predictions.scope, scope), eq(predictions.requestKey, requestKey)));
}

export async function storedRequests(
  db: Database,
  scope: string,
  requestKeys: readonly string[],
): Promise<Set<string>> {
  const isAsked = isAmong(predictions.requestKey, requestKeys);
  const rows = await db
    .select({ key: predictions.requestKey })
    .from(predictions)
    .where(and(eq(predictions.scope, scope), isAsked));
  return new Set(rows.map(({ key }) => key));
}

type PredictionRequest = {
  userId: string;
  ledgerId: LedgerId;
  /** The symbol as the user entered it, which may be an old ticker. */
  symbol: string;
  requestKey: string;
  /**
   * Only an earlier prediction that is newer than both times counts. `created` is real time and `evidence`
   * the market clock's time.
   */
  since: { created: Date; evidence: Date };
};

/**
 * Returns the company's current ticker and, as `earlier`, the answer to the same request or else the person's
 * newest prediction for this company within `since`, with the analysis that `readAnalysis` returns. It takes one
 * round trip and uses the indexes `predictions_by_request` and `predictions_by_user`.
 */
export async function findAnswered(
  { db }: Pick<PredictionStore, "db">,
  { userId, ledgerId, symbol, requestKey, since }: PredictionRequest,
  readAnalysis: (evidenceHash: string, ticker: string) => Promise<Analysis>,
): Promise<{
  ticker: string;
  earlier: {
    id: string;
    requestKey: string;
    symbol: string;
    analysis: Analysis;
    evidenceHash: string;
    isLocked: boolean;
  } | null;
}> {
  const { symbol: ofSymbol, requestKey: ofRequest, asOf, createdAt } = predictions;
  const { id, evidenceHash, ledgerSeq } = predictions;
  const columns = { id, symbol: ofSymbol, evidenceHash, requestKey: ofRequest, ledgerSeq };
  const ticker = currentTickerOf(ledgerId, sql`${withDottedShareClass(symbol)}`);
  const isSame = and(eq(predictions.scope, userScope(userId)), eq(ofRequest, requestKey));
  const [[requested], [recent]] = await db.batch([
    // This selects exactly one row, whether the request was made before or not.
    db
      .select({ ticker: sql<string>`${ticker}`.as("ticker"), same: columns })
      .from(sql`json_each('[0]')`)
      .leftJoin(predictions, isSame),
    db
      .select(columns)
      .from(predictions)
      .where(
        and(
          eq(predictions.userId, userId),
          gt(createdAt, since.created),
          gt(asOf, since.evidence),
          sql`replace(${ofSymbol}, '-', '.') = replace(${ticker}, '-', '.')`,
        ),
      )
      .orderBy(desc(createdAt), desc(predictions.id))
      .limit(1),
  ]);
  const same = requested?.same ?? null;
  const row = same ?? recent;
  const tickerNow = { ticker: requested?.ticker ?? symbol, earlier: null };
  if (!row) return tickerNow;
  try {
    const analysis = await readAnalysis(row.evidenceHash, tickerNow.ticker);
    return { ...tickerNow, earlier: { ...row, analysis, isLocked: row.ledgerSeq !== null } };
  } catch (error) {
    // A missing file is an error only if it belongs to an earlier answer to this same request.
    if (same) throw error;
    return tickerNow;
  }
}
