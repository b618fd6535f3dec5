import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type CompanyChange, subjectOfChange } from "#contract/company-change.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { runAsTransaction } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { companyChanges } from "#platform/schema/listings.ts";
import { insertRevisions, type SeasonStore } from "../store.ts";
import { changeEvidenceOf } from "./change-facts.ts";
import { type ChangeVerdict, judgeChange } from "./change-rule.ts";
import { companyIdOf, OPEN_END_DAY } from "./company-id.ts";
import { moveRows } from "./move-company.ts";

type ApplyDeps = {
  now: Date;
  /** The SEC's company numbers (CIK) by ticker; empty when EDGAR was not requested. */
  ciks?: ReadonlyMap<string, string>;
  /**
   * Why another change in the same list contradicts this one, or null. A contradicted change is never applied
   * automatically.
   */
  contradiction?: string | null;
};

/**
 * Judges a change of a company (new ticker, delisting, new listing, share class or split) and applies it if it
 * is certain, in one transaction. A doubtful change is stored for an operator's decision. Safe to retry or
 * overlap.
 */
export async function applyChange(
  store: SeasonStore,
  change: CompanyChange,
  { now, ciks = new Map(), contradiction = null }: ApplyDeps,
): Promise<ChangeVerdict> {
  const facts = await changeEvidenceOf(store, change, { now, ciks, contradiction });
  const verdict = judgeChange(change, facts, easternDay(now));
  if (verdict.kind === "apply") await carryOut(store, change, now);
  if (verdict.kind === "doubtful")
    await store.db.run(recordChangeSql(store, change, now, { reason: verdict.reason }));
  return verdict;
}

/**
 * Applies a change without judging it, in one transaction. An operator's decision applies doubtful changes this
 * way too.
 */
async function carryOut(store: SeasonStore, change: CompanyChange, now: Date): Promise<void> {
  const retiredSymbol = change.kind === "ended" ? await retiredSymbolOf(store, change) : null;
  await runAsTransaction(store.db, [
    ...statementsFor(store, change, now, retiredSymbol),
    recordChangeSql(store, change, now, { retiredSymbol }),
  ]);
}

/**
 * Assigns rows that were stored under a former ticker after the company gave it up to that company. Covers
 * tickers given up in the last three days that no other company uses.
 */
export async function reassignOrphanedRows(store: SeasonStore, now: Date): Promise<void> {
  const { db, ledgerId } = store;
  const rows = await db.all<{
    ticker: string;
    symbol: string;
  }>(sql`SELECT l.ticker, c.symbol FROM listings AS l
      JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
    WHERE l.ledger_id = ${ledgerId} AND l.kind = 'former' AND l.closed_at > ${now.getTime() - STRAYS_MS}
      AND NOT EXISTS (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = l.ledger_id AND o.symbol = l.ticker)`);
  for (const { ticker, symbol } of rows)
    await runAsTransaction(db, moveRows(store, { from: ticker, to: symbol, as: "stray", now }));
}

const STRAYS_MS = 3 * DAY_MS;

function statementsFor(
  store: SeasonStore,
  change: CompanyChange,
  now: Date,
  retiredSymbol: string | null,
): SQL[] {
  const { ledgerId } = store;
  const isOf = (ticker: string) => sql`ledger_id = ${ledgerId} AND symbol = ${ticker}`;
  switch (change.kind) {
    case "renamed": {
      const { from, to, day, name } = change;
      return [
        ...endTickerUse(store, from, day, now),
        // Deletes the company that the store created under the new ticker before it learned of the change.
        sql`DELETE FROM season_companies WHERE ${isOf(to)} AND EXISTS (SELECT 1 FROM season_companies WHERE ${isOf(from)})`,
        sql`UPDATE season_companies SET symbol = ${to}, company_name = coalesce(${name}, company_name), is_active = 1,
          updated_at = ${now.getTime()} WHERE ${isOf(from)}`,
        ...moveRows(store, { from, to, as: "rename", now }),
      ];
    }
    case "ended": {
      const { ticker, day, how, by } = change;
      if (retiredSymbol === null) return [];
      return [
        ...endTickerUse(store, ticker, day, now),
        sql`UPDATE season_companies SET symbol = ${retiredSymbol}, is_active = 0, ended_on = ${day}, ended_how = ${how}, ended_by = ${by},
          updated_at = ${now.getTime()} WHERE ${isOf(ticker)}`,
        ...moveRows(store, { from: ticker, to: retiredSymbol, as: "rename", now }),
        insertRevisions(sql`${isOf(retiredSymbol)} AND reported_eps IS NULL AND report_date > ${day}`, now),
        sql`DELETE FROM season_reports WHERE ${isOf(retiredSymbol)} AND reported_eps IS NULL AND report_date > ${day}`,
      ];
    }
    case "listed": {
      const { ticker, name, cik } = change;
      return [
        sql`INSERT INTO season_companies (ledger_id, symbol, company_name, cik, is_active, updated_at)
          VALUES (${ledgerId}, ${ticker}, ${name}, ${cik}, 1, ${now.getTime()}) ON CONFLICT DO NOTHING`,
      ];
    }
    case "share_class": {
      const { ticker, main, day } = change;
      const idOfMain = sql`(SELECT company_id FROM season_companies WHERE ${isOf(main)})`;
      return [
        withId(store, main),
        withId(store, ticker),
        sql`UPDATE listings SET company_id = ${idOfMain} WHERE ledger_id = ${ledgerId}
          AND company_id = (SELECT company_id FROM season_companies WHERE ${isOf(ticker)})`,
        sql`INSERT INTO listings (ledger_id, ticker, to_day, from_day, company_id, kind, company_name, exchange, closed_at)
          SELECT ledger_id, symbol, ${OPEN_END_DAY}, ${day}, ${idOfMain}, 'class', company_name, exchange, ${now.getTime()}
          FROM season_companies WHERE ${isOf(ticker)} ON CONFLICT DO NOTHING`,
        sql`DELETE FROM season_companies WHERE ${isOf(ticker)}`,
        ...moveRows(store, { from: ticker, to: main, as: "class", now }),
      ];
    }
    case "split":
      return [];
  }
}

/**
 * Returns SQL that ends the company's use of a ticker. The company keeps its id, and the old ticker still
 * resolves to it.
 */
function endTickerUse(store: SeasonStore, ticker: string, day: string, now: Date): SQL[] {
  const { ledgerId } = store;
  return [
    withId(store, ticker),
    sql`INSERT INTO listings (ledger_id, ticker, to_day, from_day, company_id, kind, company_name, exchange, closed_at)
      SELECT c.ledger_id, c.symbol, ${day},
        (SELECT max(l.to_day) FROM listings AS l WHERE l.ledger_id = c.ledger_id AND l.company_id = c.company_id AND l.kind = 'former'),
        c.company_id, 'former', c.company_name, c.exchange, ${now.getTime()}
      FROM season_companies AS c WHERE c.ledger_id = ${ledgerId} AND c.symbol = ${ticker} ON CONFLICT DO NOTHING`,
  ];
}

function withId({ ledgerId }: SeasonStore, ticker: string): SQL {
  return sql`UPDATE season_companies SET company_id = ${companyIdOf("season_companies")}
    WHERE ledger_id = ${ledgerId} AND symbol = ${ticker} AND company_id IS NULL`;
}

/**
 * Returns the symbol under which a delisted company is kept, so that its ticker is free: "TWTR-2022", or
 * "TWTR-2022B" for the second such company of the year.
 */
async function retiredSymbolOf(
  { db, ledgerId }: SeasonStore,
  { ticker, day }: Extract<CompanyChange, { kind: "ended" }>,
): Promise<string> {
  const retiredSymbol = `${ticker.replace(".", "")}-${day.slice(0, 4)}`;
  const [used] = await db.all<{ n: number }>(sql`SELECT count(*) AS n FROM season_companies
    WHERE ledger_id = ${ledgerId} AND symbol >= ${retiredSymbol} AND symbol < ${`${retiredSymbol}~`}`);
  return used?.n ? retiredSymbol + String.fromCharCode(65 + used.n) : retiredSymbol;
}

/**
 * Returns SQL that records a change and its state. An applied change or an operator's decision is not
 * overwritten when a later list has the change again.
 */
function recordChangeSql(
  { ledgerId }: SeasonStore,
  change: CompanyChange,
  now: Date,
  { reason = null, retiredSymbol = null }: { reason?: string | null; retiredSymbol?: string | null },
): SQL {
  const { ticker, id } = subjectOfChange(change);
  const moved = change.kind === "renamed" ? change.to : (retiredSymbol ?? ticker);
  const [state, of] = reason === null ? ["applied", moved] : ["doubtful", ticker];
  return sql`INSERT INTO company_changes (ledger_id, id, ticker, kind, day, change, state, reason, seen_at)
    VALUES (${ledgerId}, ${id}, ${of}, ${change.kind}, ${change.day}, ${JSON.stringify(change)}, ${state}, ${reason}, ${now.getTime()})
    ON CONFLICT DO UPDATE SET state = excluded.state, ticker = excluded.ticker, reason = excluded.reason,
      seen_at = excluded.seen_at WHERE excluded.state = 'applied' AND company_changes.state <> 'applied'`;
}

/** Returns the changes that wait for an operator's decision, newest first. */
export function readUnappliedChanges({ db, ledgerId }: SeasonStore, limit: number) {
  const { id, change, reason } = companyChanges;
  return db
    .select({ id, change, reason })
    .from(companyChanges)
    .where(and(eq(companyChanges.ledgerId, ledgerId), eq(companyChanges.state, "doubtful")))
    .orderBy(desc(companyChanges.seenAt), id)
    .limit(limit);
}

/**
 * Carries out an operator's decision about a doubtful change. Throws `not_found` when no such change waits for
 * a decision.
 */
export async function resolveCompanyChange(
  store: SeasonStore,
  { id, decision }: { id: string; decision: "carry_out" | "dismiss" },
  now: Date,
): Promise<void> {
  const { db, ledgerId } = store;
  const isOne = and(
    eq(companyChanges.ledgerId, ledgerId),
    eq(companyChanges.id, id),
    eq(companyChanges.state, "doubtful"),
  );
  const [doubtful] = await db.select({ change: companyChanges.change }).from(companyChanges).where(isOne);
  if (!doubtful)
    throw new AppError("not_found", "This change no longer waits for a decision. Please reload the list.");
  const { change } = doubtful;
  if (decision === "carry_out") {
    await carryOut(store, change.kind === "listed" ? endOfOwner(change) : change, now);
    // The change is forgotten, so that the next list, which has it again, adds the ticker's new company.
    if (change.kind === "listed") await db.delete(companyChanges).where(isOne);
    return;
  }
  if (change.kind === "listed" && change.cik !== null)
    await db.run(
      sql`UPDATE season_companies SET cik = ${change.cik} WHERE ledger_id = ${ledgerId} AND symbol = ${change.ticker}`,
    );
  await db.update(companyChanges).set({ state: "dismissed" }).where(isOne);
}

function endOfOwner({ ticker, day, source }: Extract<CompanyChange, { kind: "listed" }>): CompanyChange {
  return { kind: "ended", ticker, how: "delisted", by: null, day, source };
}
