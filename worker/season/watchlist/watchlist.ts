import { and, eq, sql } from "drizzle-orm";
import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { type ImportResponse, importRules } from "#contract/watchlist.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { resolveTickers } from "../identity/tickers.ts";

type ListOwner = { userId: string; ledgerId: string };

/**
 * The requested symbols by result, each list in the requested order. `known` ones were on the watchlist before,
 * and `surplus` ones exceed the plan's limit.
 */
type Added = {
  added: string[];
  known: string[];
  unknown: string[];
  surplus: string[];
};

/**
 * Adds companies to a user's watchlist. One statement checks and inserts, so that two simultaneous requests
 * cannot exceed the plan's limit. `symbols` are spelled as `withDottedShareClass` spells them, without duplicates.
 */
export async function addCompanies(
  db: Database,
  { userId, ledgerId }: ListOwner,
  symbols: readonly string[],
  { tier, now }: { tier: Tier; now: Date },
): Promise<Added> {
  const requestedList = sql`json_each(${JSON.stringify(symbols)})`;
  const isOwn = sql`user_id = ${userId} AND ledger_id = ${ledgerId}`;
  const free = sql`(SELECT max(0, ${planTerms[tier].watched} - count(*)) FROM watchlist WHERE ${isOwn})`;
  const listed = sql`ledger_id = ${ledgerId} AND symbol IN (SELECT value FROM ${requestedList})`;
  const results = await db.batch([
    db
      .select({ symbol: watchlist.symbol })
      .from(watchlist)
      .where(sql`${isOwn} AND symbol IN (SELECT value FROM ${requestedList})`),
    db.select({ symbol: seasonCompanies.symbol }).from(seasonCompanies).where(listed),
    db
      .insert(watchlist)
      .select(sql`SELECT ${userId}, ${ledgerId}, given.value, '', ${now.getTime()},
          NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM ${requestedList} AS given
        WHERE given.value IN (SELECT symbol FROM season_companies WHERE ${listed})
          AND given.value NOT IN (SELECT symbol FROM watchlist WHERE ${isOwn})
        ORDER BY given.key LIMIT ${free}`)
      .returning({ symbol: watchlist.symbol }),
  ]);
  const [known, companies, added] = results.map((rows) => new Set(rows.map(({ symbol }) => symbol))) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const isNew = (symbol: string) => !added.has(symbol) && !known.has(symbol);
  return {
    added: symbols.filter((symbol) => added.has(symbol)),
    known: symbols.filter((symbol) => known.has(symbol)),
    unknown: symbols.filter((symbol) => isNew(symbol) && !companies.has(symbol)),
    surplus: symbols.filter((symbol) => isNew(symbol) && companies.has(symbol)),
  };
}

/**
 * Adds a company to the watchlist and stores its note if one is given. Returns false when it was on the list
 * before. Throws `unknown_symbol`, or `conflict` when the list is full.
 */
export async function watchCompany(
  db: Database,
  owner: ListOwner,
  symbol: string,
  { note, tier, now }: { note: string | undefined; tier: Tier; now: Date },
): Promise<boolean> {
  const { added, unknown, surplus } = await addCompanies(db, owner, [symbol], { tier, now });
  if (unknown.length > 0)
    throw new AppError("unknown_symbol", `No company with the ticker ${symbol} is known here.`);
  if (surplus.length > 0) throw new AppError("conflict", fullListReason(tier));
  if (note !== undefined) await db.update(watchlist).set({ note }).where(isRow(owner, symbol));
  return added.length > 0;
}

/** Removes a company and its note from the watchlist. Succeeds for a company that is not on the list. */
export async function unwatchCompany(db: Database, owner: ListOwner, symbol: string): Promise<void> {
  await db.delete(watchlist).where(isRow(owner, symbol));
}

export async function watchedSymbols(db: Database, owner: ListOwner): Promise<string[]> {
  const rows = await db
    .select({ symbol: watchlist.symbol })
    .from(watchlist)
    .where(isOwner(owner))
    .orderBy(watchlist.symbol);
  return rows.map(({ symbol }) => symbol);
}

function fullListReason(tier: Tier): string {
  return `The ${planTerms[tier].name} plan's watchlist has room for ${planTerms[tier].watched} companies.`;
}

export function isOwner({ userId, ledgerId }: ListOwner) {
  return and(eq(watchlist.userId, userId), eq(watchlist.ledgerId, ledgerId));
}

function isRow(owner: ListOwner, symbol: string) {
  return and(isOwner(owner), eq(watchlist.symbol, symbol));
}

/**
 * Adds the tickers of an uploaded file to the watchlist. Returns what was added, the lines that could not be
 * read, and the companies that exceed the plan's limit. Throws `invalid_request` for a file that is refused.
 */
export async function importTickers(
  db: Database,
  owner: ListOwner,
  bytes: Uint8Array,
  plan: { tier: Tier; now: Date },
): Promise<Omit<ImportResponse, "limit">> {
  // The file reader is loaded only when a file is uploaded, because few requests need it.
  const { readTickers } = await import("./read-tickers.ts");
  const { tickers, unread } = readTickers(bytes);
  const store = { db, ledgerId: owner.ledgerId };
  const resolved = await resolveTickers(
    store,
    tickers.map(({ symbol }) => symbol),
  );
  const led = tickers.map(({ symbol, line }) => ({
    line,
    asked: symbol,
    ...(resolved.get(symbol) ?? { symbol, earlier: [] }),
  }));
  // When a ticker had another company earlier, an old file may mean that one, so the user must choose.
  const [meant, doubtful] = [
    led.filter(({ earlier }) => earlier.length === 0),
    led.filter(({ earlier }) => earlier.length > 0),
  ];
  const symbols = [...new Set(meant.map(({ symbol }) => symbol))];
  const { added, known, unknown, surplus } = await addCompanies(db, owner, symbols, plan);
  const lineOf = new Map(led.map(({ symbol, line }) => [symbol, line]));
  const named = (symbol: string, reason: string) => ({
    line: lineOf.get(symbol) ?? 1,
    text: symbol,
    reason,
  });
  const all = [
    ...unread,
    ...doubtful.map(({ line, asked, earlier: [before] }) => ({
      line,
      text: asked,
      reason: `Until ${before?.until} this was ${before?.name ?? before?.symbol}, now ${before?.symbol}. Add the one you mean by hand.`,
    })),
    ...unknown.map((symbol) => named(symbol, "No company with this ticker is known here.")),
  ].toSorted((a, b) => a.line - b.line);
  return {
    added,
    known,
    unread: all.slice(0, importRules.maxUnread),
    unreadCount: all.length,
    leftOut: surplus.slice(0, importRules.maxUnread),
    leftOutCount: surplus.length,
  };
}
