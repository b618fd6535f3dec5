import { and, count, countDistinct, eq, gte, inArray, lt } from "drizzle-orm";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { RecordSnapshot, TrackRecord } from "#contract/record.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import type { Database } from "#platform/db/client.ts";
import { readEvidence } from "#platform/files/evidence-file.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { type PointInTime, pointInTimeTables, type Tables, withPointInTime } from "#season/point-in-time.ts";
import { type FullRecordItem, listRecord, recordItemOf } from "./list-record.ts";
import type { RecordDeps } from "./record.ts";
import { scorecardOf } from "./scorecard.ts";
import { recountTallies, talliesOf } from "./tallies.ts";

const LATEST = 10;

type Row = typeof predictions.$inferSelect;

export async function trackRecordOf(
  db: Database,
  ledgerId: LedgerId,
  moment: PointInTime | null = null,
): Promise<Omit<TrackRecord, "dataMode" | "ledger" | "known">> {
  const scope = recordScope(ledgerId);
  const tables = pointInTimeTables({ ledgerId }, moment);
  const [tallies, open, replayed, latestCorrect, latestWrong] = await Promise.all([
    moment ? recountTallies(db, scope, tables) : talliesOf(db, scope),
    openCounts(db, scope, tables),
    replayedCount(db, ledgerId, tables),
    listRecord(db, ledgerId, { outcome: "correct", limit: LATEST }, tables),
    listRecord(db, ledgerId, { outcome: "wrong", limit: LATEST }, tables),
  ]);
  const scorecard = scorecardOf(tallies);
  return {
    replayed,
    // The start of a review is not stored, so at a past moment a prediction in review counts as pending.
    counts: { settled: scorecard.settled, ...open, review: moment ? null : open.review },
    hasHeadline: scorecard.settled >= MIN_SETTLED_FOR_SKILL,
    scorecard,
    latestCorrect: latestCorrect.items,
    latestWrong: latestWrong.items,
  };
}

export async function companiesOnRecord(db: Database, ledgerId: LedgerId): Promise<number> {
  const [row] = await db
    .select({ companies: countDistinct(predictions.symbol) })
    .from(predictions)
    .where(eq(predictions.scope, recordScope(ledgerId)));
  return row?.companies ?? 0;
}

export async function isOnRecord(db: Database, ledgerId: LedgerId, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: predictions.id })
    .from(predictions)
    .where(and(eq(predictions.id, id.slice(0, 60)), eq(predictions.scope, recordScope(ledgerId))))
    .limit(1);
  return rows.length > 0;
}

export async function findRecord(
  { db, ledgerId, files }: Pick<RecordDeps, "db" | "ledgerId" | "files">,
  id: string,
  moment: PointInTime | null = null,
): Promise<
  | (Pick<RecordSnapshot, "actualSource"> & {
      item: FullRecordItem;
      ticker: string;
      lockId: string | null;
      json: string;
    })
  | null
> {
  const [row] = await withPointInTime(db, pointInTimeTables({ ledgerId }, moment))
    .select()
    .from(predictions)
    .where(and(eq(predictions.id, id), eq(predictions.scope, recordScope(ledgerId))))
    .limit(1);
  if (!row) return null;
  const { actualSource, lockId, evidenceHash } = row;
  const json = await readEvidence(files, evidenceHash);
  return { item: recordItemOf(row), ticker: row.symbol, actualSource, lockId, json };
}

export async function lockAndSettlementOf(
  ledger: { find(id: string): Promise<LedgerEntry | null> },
  lockId: string | null,
): Promise<Pick<RecordSnapshot, "lock" | "settlement">> {
  if (lockId === null) return { lock: null, settlement: null };
  const [lock, settlement] = await Promise.all([ledger.find(lockId), ledger.find(`settles ${lockId}`)]);
  return { lock, settlement };
}

async function openCounts(db: Database, scope: string, tables: Tables) {
  const rows = await withPointInTime(db, tables)
    .select({ state: predictions.state, n: count() })
    .from(predictions)
    .where(and(eq(predictions.scope, scope), inArray(predictions.state, ["pending", "review", "void"])))
    .groupBy(predictions.state);
  const countOf = (state: Row["state"]) => rows.find((row) => row.state === state)?.n ?? 0;
  return { pending: countOf("pending"), review: countOf("review"), void: countOf("void") };
}

/** Counts replayed predictions, which are recognized by the ids of their locks. */
async function replayedCount(db: Database, ledgerId: LedgerId, tables: Tables): Promise<number> {
  const [row] = await withPointInTime(db, tables)
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
