import type { CalendarRow, CalendarState, SeasonCalendar } from "#contract/calendar.ts";
import { revenueOf } from "#contract/revenue.ts";
import { OPEN_LARGEST_OF_WEEK } from "#contract/rules.ts";
import { addIsoDays } from "#contract/time.ts";
import { round } from "#model/statistics.ts";
import type { predictions } from "#platform/schema/predictions.ts";
import type { seasonCompanies, seasonMoves, seasonReports } from "#platform/schema/season.ts";
import type { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";

type Report = typeof seasonReports.$inferSelect;
type Company = typeof seasonCompanies.$inferSelect;
type Score = typeof upcomingForecasts.$inferSelect;
type Prediction = typeof predictions.$inferSelect;
type Moves = typeof seasonMoves.$inferSelect;

export type StoredRow = {
  report: Pick<
    Report,
    | "symbol"
    | "fiscalQuarterEnd"
    | "reportDate"
    | "session"
    | "isConfirmed"
    | "movedFrom"
    | "analystCount"
    | "reportedEps"
    | "consensusRevenue"
    | "reportedRevenue"
    | "isBeat"
  > & { consensusEps: number };
  company: Pick<Company, "name" | "sector" | "currency" | "marketCap"> | null;
  scored: Pick<Score, "beatProbability" | "baseRate" | "edgeVerdict" | "confidence"> | null;
  record: Pick<
    Prediction,
    | "id"
    | "lockId"
    | "symbolAtPrediction"
    | "companyName"
    | "sector"
    | "currency"
    | "state"
    | "stateReason"
    | "ledgerSeq"
    | "beatProbability"
    | "baseRate"
    | "confidence"
    | "consensusEps"
    | "actualResult"
    | "actualEps"
    | "isCorrect"
  > | null;
  moves: Pick<Moves, "impliedMovePercent" | "pastMovePercent"> | null;
};

type CalendarView = {
  from: string;
  to: string;
  today: string;
  opens: SeasonCalendar["opens"];
  /**
   * Says whether a row's probability is shown, instead of `opens`. Used when `rows` are of a past moment but
   * the reader's current plan decides.
   */
  isShown?: (row: StoredRow) => boolean;
};

export function weeksOf(from: string, to: string): { from: string; to: string } {
  return { from: mondayOf(from), to: addIsoDays(mondayOf(to), 6) };
}

function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addIsoDays(day, -weekday);
}

/**
 * Returns the calendar's rows and daily counts between `from` and `to`. `rows` must cover whole weeks, because
 * a plan may include only the largest companies of each week. The order of the rows reveals nothing about a
 * probability.
 */
export function calendarOf(
  rows: readonly StoredRow[],
  { from, to, today, opens, isShown }: CalendarView,
): Pick<SeasonCalendar, "items" | "days"> {
  const isOpen = isShown ?? opening(rows, opens);
  const inRange = rows.filter(({ report }) => report.reportDate >= from && report.reportDate <= to);
  const items = inRange.map((row) => rowFor(row, today, isOpen(row)));
  return { items, days: daysOf(items) };
}

function opening(rows: readonly StoredRow[], opens: SeasonCalendar["opens"]): (row: StoredRow) => boolean {
  if (opens !== "largest") return () => opens === "all";
  const weeks = Map.groupBy(rows.filter(isPredicted), ({ report }) => mondayOf(report.reportDate));
  const largest = [...weeks.values()].flatMap((week) =>
    week.toSorted(byLargest).slice(0, OPEN_LARGEST_OF_WEEK),
  );
  const open = new Set(largest);
  return (row) => open.has(row);
}

function isPredicted({ scored, record }: StoredRow): boolean {
  return scored !== null || isLocked(record);
}

function byLargest(a: StoredRow, b: StoredRow): number {
  return (
    (b.company?.marketCap ?? 0) - (a.company?.marketCap ?? 0) ||
    (b.report.analystCount ?? 0) - (a.report.analystCount ?? 0) ||
    (a.report.symbol < b.report.symbol ? -1 : 1)
  );
}

function isLocked(record: StoredRow["record"]): record is NonNullable<StoredRow["record"]> {
  return record !== null && record.state !== "unlocked" && record.ledgerSeq !== null;
}

function stateOf({ report, record }: StoredRow, today: string): CalendarState {
  const locked = isLocked(record) ? record : null;
  if (locked?.state === "void" || locked?.state === "review") return locked.state;
  if (locked?.state === "settled" || report.reportedEps !== null) return "reported";
  if (report.reportDate < today) return "awaited";
  return locked ? "locked" : "upcoming";
}

const NO_PREDICTION = { beatProbability: null, edge: null, edgeVerdict: null, confidence: null } as const;

function rowFor(row: StoredRow, today: string, isOpen: boolean): CalendarRow {
  const { report, company, record, moves } = row;
  const locked = isLocked(record) ? record : null;
  const state = stateOf(row, today);
  const isOut = state === "reported" || state === "review" || state === "void";
  const prediction = predictionOf(row, isOut);
  const isShown = isOut || isOpen;
  const settled = locked?.state === "settled" ? locked : null;
  return {
    symbol: report.symbol,
    ...(locked?.symbolAtPrediction ? { symbolAtPrediction: locked.symbolAtPrediction } : {}),
    // A lock keeps what was known about its company at that time.
    name: company?.name ?? locked?.companyName ?? report.symbol,
    sector: company?.sector ?? locked?.sector ?? null,
    marketCap: company?.marketCap ?? null,
    currency: company?.currency ?? locked?.currency ?? null,
    fiscalQuarterEnd: report.fiscalQuarterEnd,
    reportDate: report.reportDate,
    session: report.session,
    isConfirmed: report.isConfirmed,
    movedFrom: report.movedFrom,
    consensusEps: locked?.consensusEps ?? report.consensusEps,
    analystCount: report.analystCount,
    baseRate: prediction?.baseRate ?? null,
    ...(prediction && isShown ? shown(prediction) : NO_PREDICTION),
    needsPlan: prediction !== null && !isShown,
    impliedMovePercent: moves?.impliedMovePercent ?? null,
    pastMovePercent: moves?.pastMovePercent ?? null,
    state,
    stateReason: isOut && state !== "reported" ? (locked?.stateReason ?? null) : null,
    outcome: settled ? settled.actualResult : outcomeOf(report),
    reportedEps: settled ? settled.actualEps : report.reportedEps,
    revenue: revenueOf(report),
    isCorrect: settled?.isCorrect ?? null,
    predictionId: isOut ? (locked?.id ?? null) : null,
  };
}

type Predicted = Pick<CalendarRow, "edgeVerdict"> &
  Pick<NonNullable<StoredRow["record"]>, "beatProbability" | "baseRate" | "confidence">;

/**
 * Returns the locked prediction, otherwise the latest forecast. Once the report is out, returns only a locked
 * one, or null.
 */
function predictionOf({ scored, record }: StoredRow, isOut: boolean): Predicted | null {
  if (!isLocked(record)) return isOut ? null : scored;
  const { beatProbability, baseRate, confidence } = record;
  return { beatProbability, baseRate, confidence, edgeVerdict: scored?.edgeVerdict ?? null };
}

function shown({ beatProbability, baseRate, edgeVerdict, confidence }: Predicted) {
  return { beatProbability, edge: round(beatProbability - baseRate, 4), edgeVerdict, confidence };
}

function outcomeOf({ isBeat }: StoredRow["report"]): CalendarRow["outcome"] {
  if (isBeat === null) return null;
  return isBeat ? "beat" : "miss";
}

function daysOf(items: readonly CalendarRow[]): SeasonCalendar["days"] {
  const days = Map.groupBy(items, ({ reportDate }) => reportDate);
  return [...days].map(([day, reports]) => ({
    day,
    reports: reports.length,
    reported: reports.filter(({ outcome }) => outcome !== null).length,
    beats: reports.filter(({ outcome }) => outcome === "beat").length,
  }));
}
