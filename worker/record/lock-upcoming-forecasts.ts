import { and, eq, sql } from "drizzle-orm";
import { MOVED_REPORT_DAYS } from "#contract/fiscal-quarter.ts";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import { DAY_MS } from "#contract/time.ts";
import { evidenceFileOf, writeEvidence } from "#platform/files/evidence-file.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { recordScope } from "#platform/scope.ts";
import { companyIdOf, currentTickerOf } from "#season/identity/company-id.ts";
import { isForecastEvidence, type NewPrediction, readEvidenceOf, recordKey } from "./prediction-row.ts";
import type { RecordDeps } from "./record.ts";
import { appendLocks, writeLocks } from "./write-entries.ts";

/**
 * The number of locks written in one batch. Their rows are bound as one JSON value, which D1 limits to 2 MB;
 * 500 rows take far less.
 */
const LOCKS_AT_ONCE = 500;

type LockRound = {
  locked: number;
  /** Locks that the ledger refused because their report was already due. */
  refused: number;
  statements: number;
  rowsWritten: number;
};

/**
 * Locks the forecasts that are due: it writes the evidence files, then appends to the ledger once, then
 * writes the rows. If it is killed at any point, the next run does the work again, and entries that the
 * ledger already has stay as they are.
 */
export async function lockUpcomingForecasts(
  deps: Omit<RecordDeps, "now">,
  due: readonly LockEvidence[],
): Promise<LockRound> {
  const round: LockRound = { locked: 0, refused: 0, statements: 0, rowsWritten: 0 };
  if (due.length === 0) return round;
  const unlocked = await notOnRecord(deps, due);
  round.statements++;
  if (unlocked.length === 0) return round;
  const filed = await Promise.all(
    unlocked.map(async ({ evidence, companyId }) => ({
      evidence,
      companyId,
      ...(await evidenceFileOf(evidence)),
    })),
  );
  await writeEvidence(deps.files, filed);
  const wanted = filed.map(({ evidence, companyId, hash }) => predictionOf(deps, evidence, companyId, hash));
  const answers = await appendLocks(deps, wanted, deps.marketNow().getTime());
  const locks = answers.flatMap((answer) => (answer && "lock" in answer ? [answer] : []));
  round.locked = locks.length;
  round.refused = answers.length - locks.length;
  for (let from = 0; from < locks.length; from += LOCKS_AT_ONCE) {
    const results = await deps.db.batch(writeLocks(deps.db, locks.slice(from, from + LOCKS_AT_ONCE)));
    round.statements += results.length;
    round.rowsWritten += results.reduce((sum, { meta }) => sum + Number(meta.rows_written ?? 0), 0);
  }
  return round;
}

function predictionOf(
  { ledgerId, newId }: Pick<RecordDeps, "ledgerId" | "newId">,
  evidence: LockEvidence,
  companyId: string,
  evidenceHash: string,
): NewPrediction {
  const requestKey = recordKey(evidence.symbol, evidence.fiscalQuarterEnd);
  const owner = { id: newId(), scope: recordScope(ledgerId), userId: null, ledgerId, requestKey };
  // The lock's id contains the company's id and not its ticker, so a ticker change during the run makes no
  // second lock.
  return {
    owner,
    evidence,
    evidenceHash,
    lockId: `record ${recordKey(companyId, evidence.fiscalQuarterEnd)}`,
  };
}

/**
 * A report whose time differs by less than this from a report on record is the same report with a changed
 * date.
 */
const SAME_REPORT_MS = (MOVED_REPORT_DAYS + 1) * DAY_MS;

/**
 * Returns the due forecasts whose report has no prediction on record yet, with the id of the company. It
 * looks a company up by its current ticker, with which request keys begin, and recognizes a report by its
 * time.
 */
async function notOnRecord(
  { db, ledgerId }: Pick<RecordDeps, "db" | "ledgerId">,
  due: readonly LockEvidence[],
): Promise<{ evidence: LockEvidence; companyId: string }[]> {
  const rows = await db.all<{ symbol: string; companyId: string | null; reportsAt: number | null }>(sql`
    WITH known AS (
      SELECT j.value AS symbol, ${currentTickerOf(ledgerId, sql`j.value`)} AS ticker
        FROM json_each(${JSON.stringify(due.map(({ symbol }) => symbol))}) AS j)
    SELECT known.symbol AS symbol, ${companyIdOf("c")} AS companyId, p.reports_at AS reportsAt
    FROM known LEFT JOIN season_companies AS c ON c.ledger_id = ${ledgerId} AND c.symbol = known.ticker
      LEFT JOIN predictions AS p ON p.scope = ${recordScope(ledgerId)}
        AND p.request_key > known.ticker || ' ' AND p.request_key < known.ticker || '!'`);
  const rowsBySymbol = Map.groupBy(rows, ({ symbol }) => symbol);
  return due.flatMap((evidence) => {
    const { symbol, reportsAt } = evidence;
    const ofCompany = rowsBySymbol.get(symbol) ?? [];
    const isSame = (at: number | null) =>
      at !== null && Math.abs(at - Date.parse(reportsAt)) < SAME_REPORT_MS;
    if (ofCompany.some((row) => isSame(row.reportsAt))) return [];
    return [{ evidence, companyId: ofCompany[0]?.companyId ?? symbol }];
  });
}

export async function lockEvidenceOf(
  { db, ledgerId, files }: Pick<RecordDeps, "db" | "ledgerId" | "files">,
  { symbol, fiscalQuarterEnd }: { symbol: string; fiscalQuarterEnd: string },
): Promise<LockEvidence | null> {
  const [row] = await db
    .select({ hash: predictions.evidenceHash })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, recordScope(ledgerId)),
        eq(predictions.requestKey, recordKey(symbol, fiscalQuarterEnd)),
      ),
    );
  if (!row) return null;
  const evidence = await readEvidenceOf(files, row.hash);
  // A replayed lock refers to a whole analysis and not to a forecast's evidence.
  return isForecastEvidence(evidence) ? evidence : null;
}
