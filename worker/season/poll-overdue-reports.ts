import { and, eq, isNotNull, lt, lte, sql } from "drizzle-orm";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS } from "#contract/time.ts";
import { type MarketData, MarketError } from "#market/port.ts";
import { excluded, valuesAsTable } from "#platform/db/client.ts";
import { logUnexpected } from "#platform/log.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { seasonCompanies } from "#platform/schema/season.ts";
import { withStore } from "./complete.ts";
import { isFreeTicker } from "./identity/company-id.ts";
import { findReported, type ReportedStore } from "./reported.ts";
import { CALENDAR_DAYS_BEHIND, calendarAge } from "./sync.ts";

/** How many companies one run requests. Each takes one request, and an invocation's subrequests are limited. */
const COMPANIES_AT_ONCE = 40;
const QUARTERS_AT_ONCE = 500;
/**
 * The market-wide calendar usually brings a figure first. A company's own data is requested only when its
 * report is this many days overdue.
 */
const CALENDAR_DAYS = 2;
/**
 * When the calendar was last read longer ago, it no longer covers all overdue reports, so companies' own data
 * is requested at once.
 */
const CALENDAR_LOST_MS = CALENDAR_DAYS_BEHIND * DAY_MS;

/**
 * Requests and stores the data of companies whose report is out but whose figure is not stored. Returns how
 * many companies were requested. Safe to retry or overlap.
 */
export async function pollOverdueReports(
  store: ReportedStore,
  source: MarketData,
  now: Date,
): Promise<number> {
  const market = withStore(source, store);
  const symbols = await symbolsToAsk(store, now);
  const rows: (typeof seasonCompanies.$inferInsert)[] = [];
  for (const symbol of symbols) {
    const isAnswered = await market.company(symbol, now).then(
      ({ history }) => history.state !== "missing",
      (error: unknown) => {
        if (!(error instanceof MarketError)) logUnexpected(error, { job: "settlement", symbol });
        // A company that the source does not know, such as a delisted one, will have no figure. Its lock must
        // still be settled, so this counts as an answer.
        return error instanceof MarketError && error.reason === "unknown_symbol";
      },
    );
    const { ledgerId } = store;
    const answer = {
      symbol: withDottedShareClass(symbol),
      askedAt: now,
      answeredAt: isAnswered ? now : null,
    };
    rows.push({ ledgerId, ...answer, isActive: true, updatedAt: now });
  }
  if (rows.length > 0) await storeAsked(store, rows, now);
  return symbols.length;
}

function storeAsked(
  { db }: ReportedStore,
  rows: readonly (typeof seasonCompanies.$inferInsert)[],
  now: Date,
) {
  return db
    .insert(seasonCompanies)
    .select(valuesAsTable(seasonCompanies, rows, isFreeTicker(now)))
    .onConflictDoUpdate({
      target: [seasonCompanies.ledgerId, seasonCompanies.symbol],
      set: {
        askedAt: excluded(seasonCompanies.askedAt),
        answeredAt: sql`coalesce(${excluded(seasonCompanies.answeredAt)}, season_companies.answered_at)`,
      },
    });
}

/**
 * Returns the companies whose prediction is due and whose figure is not stored. It leaves out a company that
 * was requested after its prediction became due, because settlement decides that one. Uses the index
 * `predictions_due`.
 */
async function symbolsToAsk(store: ReportedStore, now: Date): Promise<string[]> {
  const { db, ledgerId } = store;
  const age = await calendarAge(store, now);
  const hasCalendar = age !== null && age < CALENDAR_LOST_MS;
  const isOverdue = lt(predictions.reportsAt, new Date(now.getTime() - CALENDAR_DAYS * DAY_MS));
  const rows = await db
    .select({
      symbol: predictions.symbol,
      fiscalQuarterEnd: predictions.fiscalQuarterEnd,
      dueAt: sql<number>`min(${predictions.dueAt})`,
    })
    .from(predictions)
    .where(
      and(
        eq(predictions.ledgerId, ledgerId),
        isNotNull(predictions.dueAt),
        lte(predictions.dueAt, now),
        lte(predictions.reportsAt, now),
        hasCalendar ? isOverdue : undefined,
      ),
    )
    .groupBy(predictions.symbol, predictions.fiscalQuarterEnd)
    .limit(QUARTERS_AT_ONCE);
  const due = rows.flatMap(({ fiscalQuarterEnd, ...row }) =>
    fiscalQuarterEnd === null ? [] : [{ ...row, fiscalQuarterEnd }],
  );
  const findings = await findReported(store, due, now);
  const lacking = due.filter((row, i) => {
    const { figures = [], askedAt = null } = findings[i] ?? {};
    return figures.length === 0 && (askedAt === null || askedAt.getTime() < row.dueAt);
  });
  return [...new Set(lacking.map(({ symbol }) => symbol))].slice(0, COMPANIES_AT_ONCE);
}
