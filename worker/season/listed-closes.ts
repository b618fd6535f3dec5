import { and, eq, gte, isNull, lte, sql } from "drizzle-orm";
import type { ListedCompany } from "#contract/market-data.ts";
import { easternDay, easternInstant } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { excluded, givenRows } from "#platform/db/client.ts";
import { reportMoves, seasonReports } from "#platform/schema/season.ts";
import type { SeasonStore } from "./store.ts";

/** Further reports have none of the session's closes. */
const DAYS_AROUND = 4;
/** Beyond, a split is as likely as a move. */
const MAX_RATIO = 1.8;

const EXCHANGES_OPEN = "09:30:00";

type Listing = { companies: readonly Pick<ListedCompany, "symbol" | "price">[]; source: string };

/**
 * Before the opening a listing's prices are the last session's; later none is taken. Call before the listing
 * is stored.
 */
export async function storeListedCloses(store: SeasonStore, listing: Listing, now: Date): Promise<number> {
  const today = easternDay(now);
  if (now >= easternInstant(today, EXCHANGES_OPEN)) return 0;
  const session = lastWeekdayBefore(today);
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
    .select(givenRows(reportMoves, rows))
    .onConflictDoUpdate({
      target: [reportMoves.ledgerId, reportMoves.symbol, reportMoves.fiscalQuarterEnd],
      set: Object.fromEntries(Object.entries(set).map(([key, column]) => [key, excluded(column)])),
      setWhere: isNull(reportMoves.toClose),
    });
  return rows.length;
}

/** Holidays apart: those stay without a move. */
function closesOf({ reportDate, session }: { reportDate: string; session: "pre" | "post" | null }) {
  return {
    from: session === "post" ? reportDate : lastWeekdayBefore(reportDate),
    to: session === "pre" ? reportDate : nextWeekdayAfter(reportDate),
  };
}

/** Prices stay on weekends and holidays. False without any to compare. */
async function hasTraded(
  { db, ledgerId }: SeasonStore,
  prices: ReadonlyMap<string, number>,
): Promise<boolean> {
  const given = JSON.stringify([...prices]);
  const [row] = await db.all<{ known: number; changed: number | null }>(sql`
    SELECT count(*) AS known, sum(c.price <> j.value ->> 1) AS changed FROM json_each(${given}) AS j
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
        gte(seasonReports.reportDate, dayAfter(session, -DAYS_AROUND)),
        lte(seasonReports.reportDate, dayAfter(session, DAYS_AROUND)),
        isNull(reportMoves.toClose),
      ),
    );
}

export function lastWeekdayBefore(day: string): string {
  return weekdayFrom(day, -1);
}

function nextWeekdayAfter(day: string): string {
  return weekdayFrom(day, 1);
}

function weekdayFrom(day: string, step: 1 | -1): string {
  const next = dayAfter(day, step);
  return new Date(next).getUTCDay() % 6 === 0 ? weekdayFrom(next, step) : next;
}
