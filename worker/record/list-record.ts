import { and, asc, desc, eq, gte, lt, lte, not, type SQL, sql } from "drizzle-orm";
import type { RecordKind } from "#contract/figures.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { RecordItem, RecordListQuery } from "#contract/record.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { type Tables, withPointInTime } from "#season/point-in-time.ts";
import { historyItemOf } from "./history.ts";
import { inBin } from "./tallies.ts";

/** A prediction of the record with all its figures. `recordItemForReader` hides those that a reader may not see yet. */
export type FullRecordItem = PredictionHistoryItem & Pick<RecordItem, "settledAt" | "isSealed">;

export function recordItemOf(row: typeof predictions.$inferSelect): FullRecordItem {
  const isSealed = row.state !== "settled" && row.state !== "void";
  return { ...historyItemOf(row), settledAt: row.settledAt?.toISOString() ?? null, isSealed };
}

/** Hides the figures of a sealed prediction, unless the reader's plan includes them (`isOpened`). */
export function recordItemForReader(item: FullRecordItem, isOpened: boolean): RecordItem {
  if (!item.isSealed || isOpened) return item;
  return { ...item, predictionType: null, probability: null, beatProbability: null, confidence: null };
}

/**
 * Returns the kind of record that a prediction belongs to. It depends on the ledger, except for a replay,
 * which is recognized by the id of its lock.
 */
export function recordKindOf(ledgerId: LedgerId, lockId: string | null): RecordKind {
  if (lockId?.startsWith("replay ")) return "replayed";
  if (ledgerId === "live") return "live";
  return ledgerId.startsWith("sample") ? "simulated" : "rehearsed";
}

/**
 * Returns the condition for predictions of one kind. It is false for a kind that this ledger cannot contain.
 */
function isOfKind(ledgerId: LedgerId, kind: RecordKind): SQL {
  if (kind !== "replayed" && kind !== recordKindOf(ledgerId, null)) return sql`false`;
  const isReplay = and(gte(predictions.lockId, "replay "), lt(predictions.lockId, "replay!")) as SQL;
  return kind === "replayed" ? isReplay : not(isReplay);
}

const p = predictions;

/**
 * Returns one page of the record: settled and void predictions with the newest settlement first, open ones by
 * report time. `tables` are the tables as of a past moment, or empty for the present.
 */
export async function listRecord(
  db: Database,
  ledgerId: LedgerId,
  query: RecordListQuery,
  tables: Tables = [],
): Promise<{ items: FullRecordItem[]; next: string | null }> {
  const isOpen = query.outcome === "pending" || query.outcome === "review";
  const moment = isOpen ? p.reportsAt : p.settledAt;
  const rows = await withPointInTime(db, tables)
    .select()
    .from(p)
    .where(
      and(eq(p.scope, recordScope(ledgerId)), ...filtersOf(ledgerId, query), after(query.before, isOpen)),
    )
    .orderBy(...(isOpen ? [asc(moment), asc(p.id)] : [desc(moment), desc(p.id)]))
    .limit(query.limit);
  const last = rows.length === query.limit ? rows.at(-1) : undefined;
  const at = isOpen ? last?.reportsAt : last?.settledAt;
  return { items: rows.map(recordItemOf), next: last && at ? `${at.getTime()} ${last.id}` : null };
}

function filtersOf(ledgerId: LedgerId, query: RecordListQuery): (SQL | undefined)[] {
  const { outcome, symbol, kind, bin, confidence, model, sector, size, from, to } = query;
  return [
    outcomeFilter(outcome, symbol !== undefined),
    symbol === undefined ? undefined : and(gte(p.requestKey, symbol), lt(p.requestKey, `${symbol}~`)),
    kind && isOfKind(ledgerId, kind),
    bin === undefined ? undefined : inBin(bin),
    confidence && eq(p.confidence, confidence),
    model === undefined ? undefined : eq(p.modelVersion, model),
    sector === undefined ? undefined : eq(p.sector, sector),
    size && eq(p.companySize, size),
    from === undefined ? undefined : gte(p.reportDate, from),
    to === undefined ? undefined : lte(p.reportDate, to),
  ];
}

/**
 * Returns the condition for an outcome. With a filter on the symbol, a unary plus keeps SQLite from using the
 * index on state, because the symbol finds fewer rows.
 */
function outcomeFilter(outcome: RecordListQuery["outcome"], hasSymbol: boolean): SQL {
  const plus = sql.raw(hasSymbol ? "+" : "");
  if (outcome === "correct" || outcome === "wrong")
    return sql`${plus}${p.state} = 'settled' AND ${p.isCorrect} = ${outcome === "correct" ? 1 : 0}`;
  return sql`${plus}${p.state} = ${outcome}`;
}

function after(before: string | undefined, isOpen: boolean): SQL | undefined {
  if (before === undefined) return undefined;
  const [at = "", id = ""] = before.split(" ");
  return isOpen
    ? sql`(${p.reportsAt}, ${p.id}) > (${Number(at)}, ${id})`
    : sql`(${p.settledAt}, ${p.id}) < (${Number(at)}, ${id})`;
}
