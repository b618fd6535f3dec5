import { and, eq, sql } from "drizzle-orm";
import type { LedgerEntry, LedgerHead } from "#contract/ledger.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { isAmong } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { webhookCursors } from "#platform/schema/webhooks.ts";
import { type NamedEvent, storeEventsStatements } from "./send-events.ts";

export type LedgerEvents = {
  db: Database;
  ledgerId: string;
  scope: string;
  ledger: {
    head(): Promise<LedgerHead>;
    page(after: number, limit: number): Promise<{ entries: LedgerEntry[]; head: LedgerHead }>;
  };
  origin: string;
  now: () => Date;
  marketNow: () => Date;
};

const ENTRIES_A_PAGE = 200;
const PAGES_A_RUN = 20;
/**
 * How long the events wait for a ledger entry's missing prediction row. The daily audit restores rows that an
 * interrupted write left out; after this time, the entry is skipped.
 */
const ROW_AWAITED_MS = 2 * DAY_MS;

type Row = typeof predictions.$inferSelect;

/**
 * Sets the cursor to the ledger's current head, so earlier entries never become events. An existing cursor is
 * not changed.
 */
export async function startCursorAtHead({ db, ledgerId, ledger }: LedgerEvents): Promise<void> {
  const { seq } = await ledger.head();
  await db.insert(webhookCursors).values({ ledgerId, seq }).onConflictDoNothing();
}

/**
 * Stores an event for each lock and settlement of record after the cursor, in order and once. If a run crashes,
 * the next one starts again from the cursor and stores nothing twice.
 */
export async function storeLedgerEvents(deps: LedgerEvents): Promise<void> {
  const { db, ledgerId, ledger, now } = deps;
  const [cursor] = await db.select().from(webhookCursors).where(eq(webhookCursors.ledgerId, ledgerId));
  if (!cursor) return startCursorAtHead(deps);
  let after = cursor.seq;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const { entries } = await ledger.page(after, ENTRIES_A_PAGE);
    const { events, last } = await eventsOf(deps, entries);
    if (last === null) return;
    const moveOn = db
      .insert(webhookCursors)
      .values({ ledgerId, seq: last })
      .onConflictDoUpdate({
        target: webhookCursors.ledgerId,
        set: { seq: sql`max(${webhookCursors.seq}, excluded.seq)` },
      });
    await db.batch([...storeEventsStatements(db, events, now()), moveOn]);
    after = last;
    if (entries.length < ENTRIES_A_PAGE) return;
  }
}

/**
 * Returns the events of the entries before the first one whose row is still missing, and the sequence number of
 * the last entry handled, or null for none.
 */
async function eventsOf(deps: LedgerEvents, entries: readonly LedgerEntry[]) {
  const rows = await rowsOf(deps, entries.map(lockIdOf));
  const awaitedFrom = deps.marketNow().getTime() - ROW_AWAITED_MS;
  const events: NamedEvent[] = [];
  let last: number | null = null;
  for (const entry of entries) {
    const row = rows.get(lockIdOf(entry));
    if (!row && isOfRecord(entry) && Date.parse(entry.body.time) > awaitedFrom) break;
    if (row) events.push(eventOf(deps, entry, row));
    last = entry.seq;
  }
  return { events, last };
}

const lockIdOf = ({ body }: LedgerEntry) => (body.type === "lock" ? body.id : body.lockId);
const isOfRecord = (entry: LedgerEntry) => lockIdOf(entry).startsWith("record ");

/** Returns the prediction rows of the locks, by lock id. The query uses the index `predictions_by_lock`. */
async function rowsOf({ db, scope }: LedgerEvents, lockIds: readonly string[]): Promise<Map<string, Row>> {
  const isAsked = isAmong(predictions.lockId, lockIds);
  const rows = await db
    .select()
    .from(predictions)
    .where(and(isAsked, eq(predictions.scope, scope)));
  return new Map(
    rows.flatMap((row) => (row.lockId?.startsWith("record ") ? [[row.lockId, row] as const] : [])),
  );
}

function eventOf({ ledgerId, origin }: LedgerEvents, { seq, body }: LedgerEntry, row: Row): NamedEvent {
  const data = {
    id: row.id,
    symbol: row.symbolAtPrediction ?? row.symbol,
    companyName: row.companyName,
    fiscalQuarterEnd: row.fiscalQuarterEnd ?? "",
    reportDate: row.reportDate,
    dataMode: row.dataMode,
    beatProbability: row.beatProbability,
    baseRate: row.baseRate,
    modelVersion: row.modelVersion,
    url: `${origin}/track-record/${row.id}`,
    consensusEps: row.consensusEps,
    currency: row.currency,
    confidence: row.confidence,
    ledgerSeq: row.ledgerSeq ?? seq,
  };
  const name = `${ledgerId} entry ${seq}`;
  if (body.type === "lock") return { name, event: { type: "prediction.locked", timestamp: body.time, data } };
  const { outcome, actualEps, reason, time } = body;
  const isCorrect = outcome === "void" ? null : outcome === row.predictionType;
  return {
    name,
    event: {
      type: "prediction.settled",
      timestamp: time,
      data: { ...data, outcome, isCorrect, actualEps, reason, settlementSeq: seq },
    },
  };
}
