import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { LockBody } from "#contract/ledger.ts";
import { type LockEvidence, lockEvidenceSchema } from "#contract/lock-evidence.ts";
import { companySizes } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { excluded, givenRows } from "#platform/db/json-rows.ts";
import { evidenceFileOf, readEvidence, writeEvidence } from "#platform/files/evidence-file.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { slate } from "#platform/schema/slate.ts";
import { recordScope } from "#platform/scope.ts";
import type { Draft } from "./ledger.ts";
import type { RecordDeps } from "./record.ts";
import { FIRST_LOOK_MS, recordKey } from "./store.ts";

/** Rows that one statement carries, well under the 2 MB of a bound value. */
const ROWS_AT_ONCE = 500;

/** Counts of one round of locks. */
type LockRound = {
  /** Predictions that are on record after it. */
  locked: number;
  /** Those that the ledger refused, because their report is due. */
  refused: number;
  statements: number;
  rowsWritten: number;
};

type Filed = { evidence: LockEvidence; hash: string; text: string };

/**
 * Puts predictions on record: their evidence into files, all locks into the ledger in one append, then their rows. Killed
 * anywhere, the next round repeats it: what the ledger has stands, with its own evidence.
 */
export async function lockSlate(
  deps: Omit<RecordDeps, "now">,
  due: readonly LockEvidence[],
): Promise<LockRound> {
  const round: LockRound = { locked: 0, refused: 0, statements: 0, rowsWritten: 0 };
  if (due.length === 0) return round;
  const found = await notOnRecord(deps, due);
  round.statements++;
  if (found.length === 0) return round;
  const filed: Filed[] = await Promise.all(
    found.map(async (evidence) => ({ evidence, ...(await evidenceFileOf(evidence)) })),
  );
  await writeEvidence(deps.files, filed);
  const answers = await deps.ledger.append(filed.map(draftOf), deps.marketNow().getTime());
  const locks = await Promise.all(
    answers.flatMap((answer, i) => {
      const own = filed[i];
      if (!own || !answer.isAppended || !answer.lock) return [];
      return [lockOf(deps, own, answer.entry.seq, answer.lock)];
    }),
  );
  round.locked = locks.length;
  round.refused = answers.length - locks.length;
  for (let from = 0; from < locks.length; from += ROWS_AT_ONCE)
    await writeLocks(deps, locks.slice(from, from + ROWS_AT_ONCE), round);
  return round;
}

/** A company has no second report within so many days: the same one under another name of its quarter is on record. */
const SAME_REPORT_MS = 45 * DAY_MS;

/** By the unique index on scope and request, whose key begins with the symbol. */
async function notOnRecord(
  { db, ledgerId }: Pick<RecordDeps, "db" | "ledgerId">,
  due: readonly LockEvidence[],
): Promise<LockEvidence[]> {
  const rows = await db.all<{ symbol: string; reportsAt: number }>(sql`
    SELECT p.symbol AS symbol, p.reports_at AS reportsAt
    FROM json_each(${JSON.stringify(due.map(({ symbol }) => symbol))}) AS j
      JOIN predictions AS p ON p.scope = ${recordScope(ledgerId)}
        AND p.request_key > j.value || ' ' AND p.request_key < j.value || '!'`);
  const known = Map.groupBy(rows, ({ symbol }) => symbol);
  return due.filter(
    ({ symbol, reportsAt }) =>
      !known.get(symbol)?.some((row) => Math.abs(row.reportsAt - Date.parse(reportsAt)) < SAME_REPORT_MS),
  );
}

/** What the ledger is given of a prediction. */
function draftOf({ evidence, hash }: Filed): Draft {
  const { symbol, fiscalQuarterEnd, dataMode, consensusEps, modelVersion, reportsAt } = evidence;
  return {
    type: "lock",
    format: 2,
    id: `record ${recordKey(symbol, fiscalQuarterEnd)}`,
    kind: "record",
    dataMode,
    symbol,
    fiscalQuarterEnd,
    consensusEps,
    epsBasis: "consensus",
    probability: evidence.beatProbability,
    baseRate: evidence.baseRate,
    modelVersion,
    evidenceHash: hash,
    reportsAt,
  };
}

type Lock = { evidence: LockEvidence; hash: string; seq: number; body: LockBody };

/** The lock as the ledger has it: one that an earlier, interrupted round appended rests on that round's evidence. */
export async function lockOf(
  { files }: Pick<RecordDeps, "files">,
  own: Filed | null,
  seq: number,
  body: LockBody,
): Promise<Lock> {
  const hash = body.evidenceHash;
  if (own && hash === own.hash) return { evidence: own.evidence, hash, seq, body };
  return { evidence: lockEvidenceSchema.parse(JSON.parse(await readEvidence(files, hash))), hash, seq, body };
}

/** The evidence of the prediction of record of a company's quarter; null where there is none. By the unique index on request. */
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
  // A replayed prediction rests on a whole analysis instead.
  return lockEvidenceSchema.safeParse(JSON.parse(await readEvidence(files, row.hash))).data ?? null;
}

/** Predictions and slate in one batch; a row that is there stays. */
export async function writeLocks(
  deps: Pick<RecordDeps, "db" | "ledgerId" | "newId">,
  locks: readonly Lock[],
  round: Pick<LockRound, "statements" | "rowsWritten"> = { statements: 0, rowsWritten: 0 },
): Promise<void> {
  const { db, ledgerId, newId } = deps;
  const rows = locks.map((lock) => ({ ...rowOf(lock), id: newId(), scope: recordScope(ledgerId), ledgerId }));
  const results = await db.batch([
    db.insert(predictions).select(givenRows(predictions, rows)).onConflictDoNothing(),
    db
      .insert(slate)
      .select(
        givenRows(
          slate,
          locks.map((lock) => ({ ...slateRowOf(lock), ledgerId })),
        ),
      )
      .onConflictDoUpdate({
        target: [slate.ledgerId, slate.symbol, slate.fiscalQuarterEnd],
        set: Object.fromEntries(Object.entries(slateColumns).map(([key, column]) => [key, excluded(column)])),
        setWhere: sql`slate.ledger_seq IS NULL`,
      }),
  ]);
  round.statements += results.length;
  round.rowsWritten += results.reduce((sum, { meta }) => sum + Number(meta.rows_written ?? 0), 0);
}

const {
  ledgerId: _market,
  symbol: _symbol,
  fiscalQuarterEnd: _quarter,
  // A lock says nothing of the interval: it stays as it was scored.
  intervalLow: _low,
  intervalHigh: _high,
  intervalLimit: _limit,
  ...slateColumns
} = getTableColumns(slate);

function slateRowOf({ evidence, seq, body }: Lock): Omit<typeof slate.$inferInsert, "ledgerId"> {
  const { symbol, fiscalQuarterEnd, edgeVerdict, confidence, view } = evidence;
  return {
    symbol,
    fiscalQuarterEnd,
    beatProbability: body.probability,
    baseRate: body.baseRate,
    edgeVerdict,
    confidence,
    view,
    modelVersion: body.modelVersion,
    consensusEps: body.consensusEps,
    scoredAt: new Date(evidence.asOf),
    ledgerSeq: seq,
    lockedAt: new Date(body.time),
  };
}

function rowOf({
  evidence,
  hash,
  seq,
  body,
}: Lock): Omit<typeof predictions.$inferInsert, "id" | "scope" | "ledgerId"> {
  const { symbol, fiscalQuarterEnd, probability, baseRate, modelVersion, consensusEps } = body;
  const reportsAt = new Date(body.reportsAt);
  return {
    userId: null,
    requestKey: recordKey(symbol, fiscalQuarterEnd),
    symbol,
    companyName: evidence.companyName,
    sector: evidence.sector,
    modelVersion,
    predictionType: probability >= 0.5 ? "beat" : "miss",
    beatProbability: probability,
    predictedProbability: Math.max(probability, 1 - probability),
    baseRate,
    confidence: evidence.confidence,
    consensusEps,
    currency: evidence.currency,
    fiscalQuarterEnd,
    reportDate: evidence.reportDate,
    reportsAt,
    lockId: body.id,
    ledgerSeq: seq,
    dataMode: body.dataMode,
    createdAt: new Date(body.time),
    state: "pending",
    dueAt: new Date(reportsAt.getTime() + FIRST_LOOK_MS),
    asOf: new Date(evidence.asOf),
    evidenceHash: hash,
    companySize: companySizeOf(evidence),
  };
}

const classInput = z.object({
  referenceClass: z.object({ traits: z.object({ size: z.enum(companySizes) }) }),
});

/** The size in the class that the base rate is of, as the forecast was given it. */
function companySizeOf({ input }: LockEvidence): (typeof companySizes)[number] | null {
  return classInput.safeParse(input).data?.referenceClass.traits.size ?? null;
}
