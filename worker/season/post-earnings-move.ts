import { and, eq, isNull } from "drizzle-orm";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { Recap } from "#contract/recap.ts";
import { revenueOf } from "#contract/revenue.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { daysBetween, easternDay, HOUR_MS } from "#contract/time.ts";
import type { MarketData } from "#market/port.ts";
import { reportMoves } from "#platform/schema/season.ts";
import { closesAround } from "./closes-around.ts";
import type { StoredReport } from "./report.ts";
import { reportsOf, type SeasonStore } from "./store.ts";

const ASK_AGAIN_MS = 6 * HOUR_MS;

type Subject = {
  symbol: string;
  fiscalQuarterEnd: string;
  expectedDay: string | null;
};

type PostEarningsMove = Pick<Recap, "reportDate" | "session" | "revenue" | "move" | "moveMissing" | "next">;

/**
 * Returns the price change around a report in percent, with the report's date and revenue and the next report.
 * An unknown price change is requested from `market`, at most every six hours, and stored. When `market` is
 * null, only the store is read.
 */
export async function postEarningsMoveOf(
  store: SeasonStore,
  market: Pick<MarketData, "prices"> | null,
  subject: Subject,
  now: Date,
): Promise<PostEarningsMove> {
  const symbol = withDottedShareClass(subject.symbol);
  const reports = await reportsOf(store, symbol);
  const today = easternDay(now);
  const report = reports.find((candidate) =>
    isSameQuarter(candidate.fiscalQuarterEnd, subject.fiscalQuarterEnd),
  );
  const fiscalQuarterEnd = report?.fiscalQuarterEnd ?? subject.fiscalQuarterEnd;
  const stored = await storedMove(store, symbol, fiscalQuarterEnd);
  const reportDate = report?.isDayKnown ? report.reportDate : subject.expectedDay;
  const session = report?.session ?? null;
  const revenue = report ? revenueOf(report) : null;
  const head = { reportDate, session, revenue, next: nextReport(reports, fiscalQuarterEnd, today) };
  const known = stored && moveOf(stored);
  if (known) return { ...head, move: known, moveMissing: null };
  const missing = (moveMissing: string) => ({ ...head, move: null, moveMissing });
  if (reportDate === null) return missing("The day of the report is not known.");
  // The close after the report is final on the day after it.
  if (daysBetween(reportDate, today) < (session === "pre" ? 1 : 2))
    return missing("The trading session after the report is not over yet.");
  const isTooSoon = stored !== null && now.getTime() - stored.askedAt.getTime() < ASK_AGAIN_MS;
  if (market === null || isTooSoon) return missing("No prices around the report are known.");
  const prices = await market.prices(symbol, now);
  const bars = prices.state === "missing" ? [] : prices.data.filter(({ date }) => date < today);
  const around = closesAround(bars, reportDate, session);
  const row = {
    ledgerId: store.ledgerId,
    symbol,
    fiscalQuarterEnd,
    source: prices.source,
    askedAt: now,
    ...around,
  };
  await storeMove(store, row);
  const move = moveOf(row);
  return move
    ? { ...head, move, moveMissing: null }
    : missing(
        prices.state === "missing"
          ? `${prices.source} gave no prices: ${prices.detail}`.slice(0, 300)
          : "The source has no prices around the report.",
      );
}

type MoveRow = typeof reportMoves.$inferSelect;

function moveOf({ fromDay, toDay, fromClose, toClose, source }: MoveRow): Recap["move"] {
  if (!fromDay || !toDay || !fromClose || toClose === null) return null;
  return { percent: 100 * (toClose / fromClose - 1), fromDay, toDay, source };
}

function nextReport(reports: readonly StoredReport[], after: string, today: string): Recap["next"] {
  const next = reports.findLast(
    ({ fiscalQuarterEnd, reportedEps, reportDate, isDayKnown }) =>
      fiscalQuarterEnd > after && reportedEps === null && isDayKnown && reportDate >= today,
  );
  return next ? { reportDate: next.reportDate, session: next.session, isConfirmed: next.isConfirmed } : null;
}

async function storedMove({ db, ledgerId }: SeasonStore, symbol: string, fiscalQuarterEnd: string) {
  const [row] = await db
    .select()
    .from(reportMoves)
    .where(
      and(
        eq(reportMoves.ledgerId, ledgerId),
        eq(reportMoves.symbol, symbol),
        eq(reportMoves.fiscalQuarterEnd, fiscalQuarterEnd),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Stores the closes around a report. Known closes are never overwritten. */
async function storeMove({ db }: SeasonStore, row: MoveRow): Promise<void> {
  const { fromDay, toDay, fromClose, toClose, source, askedAt } = row;
  await db
    .insert(reportMoves)
    .values(row)
    .onConflictDoUpdate({
      target: [reportMoves.ledgerId, reportMoves.symbol, reportMoves.fiscalQuarterEnd],
      set: { fromDay, toDay, fromClose, toClose, source, askedAt },
      setWhere: isNull(reportMoves.toClose),
    });
}
