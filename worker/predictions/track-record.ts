import { and, asc, count, countDistinct, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { RecordItem, RecordListQuery, RecordSnapshot, TrackRecord } from "#contract/record.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import type { Database } from "#db/client.ts";
import { predictions, snapshots } from "#db/schema/predictions.ts";
import { readEvidence } from "./evidence-file.ts";
import { historyItemOf } from "./history.ts";
import type { RecordDeps } from "./record.ts";
import { type LedgerId, recordScope } from "./scope.ts";
import { scorecardOf } from "./scorecard.ts";
import { talliesOf } from "./tallies.ts";

/** Right and wrong predictions shown at first, the same number of each. */
const LATEST = 10;

type Row = typeof predictions.$inferSelect;

/** A prediction of record with all it says, for the Worker alone; `shownTo` makes what a reader gets. */
export type FullRecordItem = PredictionHistoryItem & Pick<RecordItem, "settledAt" | "isSealed">;

/** The prediction as a reader gets it: while it is sealed, its figures only where the reader's plan opens them. */
export function shownTo(item: FullRecordItem, isOpened: boolean): RecordItem {
  if (!item.isSealed || isOpened) return item;
  return { ...item, predictionType: null, probability: null, beatProbability: null, confidence: null };
}

/** The record of a market in figures, with its newest right and wrong predictions. By primary key and the indexes on scope. */
export async function trackRecordOf(
  db: Database,
  ledgerId: LedgerId,
): Promise<Omit<TrackRecord, "dataMode" | "ledger">> {
  const scope = recordScope(ledgerId);
  const [tallies, open, replayed, latestCorrect, latestWrong] = await Promise.all([
    talliesOf(db, scope),
    openCounts(db, scope),
    replayedCount(db, ledgerId),
    listRecord(db, ledgerId, { outcome: "correct", limit: LATEST }),
    listRecord(db, ledgerId, { outcome: "wrong", limit: LATEST }),
  ]);
  const scorecard = scorecardOf(tallies);
  return {
    replayed,
    counts: { settled: scorecard.settled, ...open },
    hasHeadline: scorecard.settled >= MIN_SETTLED_FOR_SKILL,
    scorecard,
    latestCorrect: latestCorrect.items,
    latestWrong: latestWrong.items,
  };
}

/** How many companies have a prediction of record; served by the indexes that begin with scope. */
export async function companiesOnRecord(db: Database, ledgerId: LedgerId): Promise<number> {
  const [row] = await db
    .select({ companies: countDistinct(predictions.symbol) })
    .from(predictions)
    .where(eq(predictions.scope, recordScope(ledgerId)));
  return row?.companies ?? 0;
}

/** Predictions of record by outcome: settled ones newest first with a key to the next page, open ones by their report. */
export async function listRecord(
  db: Database,
  ledgerId: LedgerId,
  query: RecordListQuery,
): Promise<{ items: FullRecordItem[]; next: string | null }> {
  const isOpen = query.outcome === "pending" || query.outcome === "review";
  const rows = await db
    .select()
    .from(predictions)
    .where(
      and(eq(predictions.scope, recordScope(ledgerId)), outcomeFilter(query.outcome), after(query.before)),
    )
    .orderBy(
      ...(isOpen ? [asc(predictions.reportDate)] : [desc(predictions.settledAt), desc(predictions.id)]),
    )
    .limit(query.limit);
  const last = rows.length === query.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(recordItemOf),
    next: last?.settledAt && !isOpen ? `${last.settledAt.getTime()} ${last.id}` : null,
  };
}

/** Whether there is such a prediction of record. By primary key. */
export async function isOnRecord(db: Database, ledgerId: LedgerId, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: predictions.id })
    .from(predictions)
    .where(and(eq(predictions.id, id.slice(0, 60)), eq(predictions.scope, recordScope(ledgerId))))
    .limit(1);
  return rows.length > 0;
}

/** A prediction of record with its frozen evidence as JSON text; null when there is none. By primary key. */
export async function findRecord(
  { db, ledgerId, files }: Pick<RecordDeps, "db" | "ledgerId" | "files">,
  id: string,
): Promise<
  | (Pick<RecordSnapshot, "actualSource"> & { item: FullRecordItem; lockId: string | null; json: string })
  | null
> {
  const [row] = await db
    .select({ prediction: predictions, json: snapshots.analysis })
    .from(predictions)
    .leftJoin(snapshots, eq(snapshots.id, predictions.snapshotId))
    .where(and(eq(predictions.id, id), eq(predictions.scope, recordScope(ledgerId))))
    .limit(1);
  if (!row) return null;
  const { prediction } = row;
  const json = row.json ?? (await readEvidence(files, prediction.evidenceHash));
  return {
    item: recordItemOf(prediction),
    actualSource: prediction.actualSource,
    lockId: prediction.lockId,
    json,
  };
}

/** The ledger's entries of one prediction. */
export async function entriesOf(
  ledger: { find(id: string): Promise<LedgerEntry | null> },
  lockId: string | null,
): Promise<Pick<RecordSnapshot, "lock" | "settlement">> {
  if (lockId === null) return { lock: null, settlement: null };
  const [lock, settlement] = await Promise.all([ledger.find(lockId), ledger.find(`settles ${lockId}`)]);
  return { lock, settlement };
}

function recordItemOf(row: Row): FullRecordItem {
  const isSealed = row.state !== "settled" && row.state !== "void";
  return { ...historyItemOf(row), settledAt: row.settledAt?.toISOString() ?? null, isSealed };
}

async function openCounts(db: Database, scope: string) {
  const rows = await db
    .select({ state: predictions.state, n: count() })
    .from(predictions)
    .where(and(eq(predictions.scope, scope), inArray(predictions.state, ["pending", "review", "void"])))
    .groupBy(predictions.state);
  const of = (state: Row["state"]) => rows.find((row) => row.state === state)?.n ?? 0;
  return { pending: of("pending"), review: of("review"), void: of("void") };
}

/** By the index on lock_id: replays say so in their names. */
async function replayedCount(db: Database, ledgerId: LedgerId): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(predictions)
    .where(
      and(
        gte(predictions.lockId, "replay "),
        lt(predictions.lockId, "replay!"),
        eq(predictions.ledgerId, ledgerId),
      ),
    );
  return row?.n ?? 0;
}

function outcomeFilter(outcome: RecordListQuery["outcome"]): SQL {
  switch (outcome) {
    case "correct":
      return eq(predictions.isCorrect, true);
    case "wrong":
      return eq(predictions.isCorrect, false);
    case "settled":
    case "pending":
    case "review":
    case "void":
      return eq(predictions.state, outcome);
  }
}

function after(before: string | undefined): SQL | undefined {
  if (before === undefined) return undefined;
  const [settledAt = "", id = ""] = before.split(" ");
  return sql`(${predictions.settledAt}, ${predictions.id}) < (${Number(settledAt)}, ${id})`;
}
