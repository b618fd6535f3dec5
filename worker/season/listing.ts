import { and, eq, gte, isNull, lte, sql } from "drizzle-orm";
import type { ListedCompany } from "#contract/market-data.ts";
import { addIsoDays, DAY_MS, easternDay, easternInstant, HOUR_MS, isoDay } from "#contract/time.ts";
import { lastTradingDayBefore, nextTradingDayAfter } from "#contract/trading-days.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { excludedColumns, valuesAsTable } from "#platform/db/client.ts";
import { reportMoves, seasonListings, seasonReports } from "#platform/schema/season.ts";
import { markListed, storeCompanies } from "./companies.ts";
import { countMoves } from "./move-counts.ts";
import type { SeasonStore } from "./store.ts";

/** The UTC hour from which exchanges' lists of companies are read each day, before the exchanges open. */
const LISTING_HOUR = 10;

type Listing = { store: SeasonStore; market: Pick<MarketData, "companies">; now: Date };

export async function dueExchanges(
  store: SeasonStore,
  exchanges: readonly string[],
  now: Date,
): Promise<string[]> {
  const companiesToCheckToday = Date.parse(isoDay(now)) + LISTING_HOUR * HOUR_MS;
  const since =
    companiesToCheckToday <= now.getTime() ? companiesToCheckToday : companiesToCheckToday - DAY_MS;
  const rows = await rowsOf(store);
  const answered = new Set(rows.flatMap((row) => (row.askedAt.getTime() >= since ? row.exchange : [])));
  return exchanges.filter((exchange) => !answered.has(exchange));
}

/**
 * Reads an exchange's list of companies and stores the companies, their prices and which ones are still listed.
 * A list that is empty, or has less than half of the known companies, only stores that problem. Throws
 * MarketError when the source fails.
 */
export async function readListing({ store, market, now }: Listing, exchange: string): Promise<void> {
  const part = await market.companies(exchange, now);
  if (part.state === "missing" && part.reason === "unsupported") return;
  if (part.state === "missing" && part.reason !== "empty") throw new MarketError(part.reason, part.detail);
  const listed = part.state === "missing" ? [] : part.data;
  if (listed.length === 0) return storeListingAnswer(store, exchange, now, { problem: "empty" });
  const isWhole = await markListed(store, listed, now);
  if (!isWhole) return storeListingAnswer(store, exchange, now, { problem: "short" });
  const closes = await storeListedCloses(store, { companies: listed, source: part.source }, now);
  await storeCompanies(
    store,
    listed.map((company) => ({ ...company, currency: null })),
    now,
  );
  if (closes > 0) await countMoves(store, easternDay(now));
  await storeListingAnswer(store, exchange, now, { problem: null, readAt: now, companies: listed.length });
}

type ListingState = {
  /**
   * `absent`: no list was ever stored. `kept`: an exchange's newest list was empty or too short, so its
   * previous list stays in effect.
   */
  state: "ok" | "absent" | "kept";
  readAt: Date | null;
  companies: number;
};

export async function listingState(store: SeasonStore): Promise<ListingState> {
  const rows = await rowsOf(store);
  const read = rows.filter((row) => row.readAt !== null);
  if (read.length === 0) return { state: "absent", readAt: null, companies: 0 };
  const times = read.map((row) => row.readAt?.getTime() ?? 0);
  return {
    state: rows.some((row) => row.problem !== null) ? "kept" : "ok",
    readAt: new Date(Math.min(...times)),
    companies: read.reduce((sum, row) => sum + row.companies, 0),
  };
}

function rowsOf({ db, ledgerId }: SeasonStore) {
  return db.select().from(seasonListings).where(eq(seasonListings.ledgerId, ledgerId));
}

type ListingAnswer = { problem: "empty" | "short" } | { problem: null; readAt: Date; companies: number };

async function storeListingAnswer(
  { db, ledgerId }: SeasonStore,
  exchange: string,
  askedAt: Date,
  answered: ListingAnswer,
): Promise<void> {
  await db
    .insert(seasonListings)
    .values({ ledgerId, exchange, askedAt, companies: 0, ...answered })
    .onConflictDoUpdate({
      target: [seasonListings.ledgerId, seasonListings.exchange],
      set: { askedAt, ...answered },
    });
}

/** A session's closes are stored only for reports at most this many days before or after it. */
const DAYS_AROUND = 4;
/**
 * When the closes before and after a report have a larger ratio, it may well come from a split, so they are not
 * stored.
 */
const MAX_RATIO = 1.8;

const EXCHANGES_OPEN = "09:30:00";

type ListedCloses = { companies: readonly Pick<ListedCompany, "symbol" | "price">[]; source: string };

/**
 * Stores the prices of an exchange's list as the last session's closes for the reports around that session, and
 * returns how many reports got one. It does so only before the market opens, because later prices are not
 * closes. Must run before the list itself is stored, because it compares the list with the stored prices.
 */
export async function storeListedCloses(
  store: SeasonStore,
  listing: ListedCloses,
  now: Date,
): Promise<number> {
  const today = easternDay(now);
  if (now >= easternInstant(today, EXCHANGES_OPEN)) return 0;
  const session = lastTradingDayBefore(today);
  const prices = new Map(
    listing.companies.flatMap(({ symbol, price }) => (price !== null && price > 0 ? [[symbol, price]] : [])),
  );
  if (!(await hasTraded(store, prices))) return 0;
  const around = await readAround(store, session);
  const shared = { ledgerId: store.ledgerId, source: listing.source, askedAt: new Date(0) };
  const rows = around.flatMap(({ report, fromDay, fromClose }): (typeof reportMoves.$inferInsert)[] => {
    const price = prices.get(report.symbol);
    const due = closesOf(report);
    if (price === undefined) return [];
    const row = { ...shared, symbol: report.symbol, fiscalQuarterEnd: report.fiscalQuarterEnd };
    if (due.from === session && fromDay === null) return [{ ...row, fromDay: session, fromClose: price }];
    if (due.to !== session || due.from !== fromDay || !fromClose) return [];
    const ratio = price / fromClose;
    if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) return [];
    return [{ ...row, fromDay, fromClose, toDay: session, toClose: price }];
  });
  if (rows.length === 0) return 0;
  const { fromDay, toDay, fromClose, toClose, source } = reportMoves;
  const set = { fromDay, toDay, fromClose, toClose, source };
  await store.db
    .insert(reportMoves)
    .select(valuesAsTable(reportMoves, rows))
    .onConflictDoUpdate({
      target: [reportMoves.ledgerId, reportMoves.symbol, reportMoves.fiscalQuarterEnd],
      set: excludedColumns(set),
      setWhere: isNull(reportMoves.toClose),
    });
  return rows.length;
}

/** Returns the sessions whose closes enclose the report. */
function closesOf({ reportDate, session }: { reportDate: string; session: "pre" | "post" | null }) {
  return {
    from: session === "post" ? reportDate : lastTradingDayBefore(reportDate),
    to: session === "pre" ? reportDate : nextTradingDayAfter(reportDate),
  };
}

/**
 * Returns whether more than half of the prices differ from the stored ones, because prices do not change on
 * weekends and holidays. Returns false when there is nothing to compare.
 */
async function hasTraded(
  { db, ledgerId }: SeasonStore,
  prices: ReadonlyMap<string, number>,
): Promise<boolean> {
  const pricesJson = JSON.stringify([...prices]);
  const [row] = await db.all<{ known: number; changed: number | null }>(sql`
    SELECT count(*) AS known, sum(c.price <> j.value ->> 1) AS changed FROM json_each(${pricesJson}) AS j
      JOIN season_companies AS c ON c.ledger_id = ${ledgerId} AND c.symbol = j.value ->> 0 WHERE c.price IS NOT NULL`);
  return row !== undefined && row.known > 0 && 2 * (row.changed ?? 0) > row.known;
}

function readAround({ db, ledgerId }: SeasonStore, session: string) {
  return db
    .select({
      report: {
        symbol: seasonReports.symbol,
        fiscalQuarterEnd: seasonReports.fiscalQuarterEnd,
        reportDate: seasonReports.reportDate,
        session: seasonReports.session,
      },
      fromDay: reportMoves.fromDay,
      fromClose: reportMoves.fromClose,
    })
    .from(seasonReports)
    .leftJoin(
      reportMoves,
      and(
        eq(reportMoves.ledgerId, seasonReports.ledgerId),
        eq(reportMoves.symbol, seasonReports.symbol),
        eq(reportMoves.fiscalQuarterEnd, seasonReports.fiscalQuarterEnd),
      ),
    )
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        eq(seasonReports.isDayKnown, true),
        gte(seasonReports.reportDate, addIsoDays(session, -DAYS_AROUND)),
        lte(seasonReports.reportDate, addIsoDays(session, DAYS_AROUND)),
        isNull(reportMoves.toClose),
      ),
    );
}
