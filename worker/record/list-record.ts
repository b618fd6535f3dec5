import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { RecordListQuery } from "#contract/record.ts";
import type { Database } from "#platform/db/client.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type LedgerId, recordScope } from "#platform/scope.ts";
import { known, type Tables } from "#season/then.ts";
import { type FullRecordItem, isOfKind, recordItemOf } from "./record-item.ts";
import { inBin } from "./tallies.ts";

const p = predictions;

/** Ended newest first, open by report; `tables` of then, or none. */
export async function listRecord(
  db: Database,
  ledgerId: LedgerId,
  query: RecordListQuery,
  tables: Tables = [],
): Promise<{ items: FullRecordItem[]; next: string | null }> {
  const isOpen = query.outcome === "pending" || query.outcome === "review";
  const moment = isOpen ? p.reportsAt : p.settledAt;
  const rows = await known(db, tables)
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

/** The plus keeps the index on state out where symbols find few rows. */
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
