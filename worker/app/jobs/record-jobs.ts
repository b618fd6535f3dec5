import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";
import { LoggedError, logUnexpected } from "#platform/log.ts";
import type { MessageOf } from "#platform/messages.ts";
import { recordScope } from "#platform/scope.ts";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { settle } from "#record/settle.ts";
import { auditTallies } from "#record/tallies.ts";
import { watchCalibration } from "#record/watch-calibration.ts";
import { archiveEstimateRanges, readDistantReports } from "#season/archive-estimates.ts";
import { pollOverdueReports } from "#season/poll-overdue-reports.ts";
import { countSeason } from "#season/season-so-far.ts";
import { calendarAge } from "#season/sync.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { overdueLocks, storeMissedLocks } from "#season/upcoming/overdue-locks.ts";
import type { MarketParts } from "../deps.ts";
import { backfillProgressOf } from "./health.ts";

type RecordParts = Pick<MarketParts, "market" | "record" | "now" | "marketNow" | "enqueue">;

/** The hour of the daily recount, in UTC. */
const AUDIT_HOUR = 4;

/** The most rounds of one settlement. Each round asks the source about up to forty companies. */
const SETTLEMENT_ROUNDS = 25;

/**
 * Settles due predictions from stored reports, then asks the source about overdue reports and settles again.
 * While it asked about any company, it enqueues another round.
 */
export async function settleDuePredictions(
  deps: RecordParts & Pick<MarketParts, "filingsFor">,
  { round = 1 }: MessageOf<"settlement">,
): Promise<void> {
  const record = settleDepsOf(deps);
  const now = deps.marketNow();
  let judged = await settle(record, now);
  const polled = await pollOverdueReports(record, deps.market, now);
  if (polled > 0) judged += await settle(record, now);
  if (judged > 0) {
    await countSeason(record, now);
    await deps.enqueue([{ job: "figures" }]);
  }
  if (polled > 0 && round < SETTLEMENT_ROUNDS) await deps.enqueue([{ job: "settlement", round: round + 1 }]);
}

/** Returns the dependencies of settlement. Only a live market has SEC filings to wait for. */
export function settleDepsOf({
  market,
  record,
  filingsFor,
}: Pick<MarketParts, "market" | "record" | "filingsFor">) {
  const hasFilings = record.dataMode === "live" && filingsFor("live") !== null;
  return { ...record, sources: market.sources, hasFilings };
}

/** The largest age of a fresh calendar. Locks should use the calendar that this hour's tick has read. */
const CALENDAR_FRESH_MINUTES = 50;
const CALENDAR_WAITS = 15;
const CALENDAR_WAIT_SECONDS = 60;
/** Locks stop waiting for a fresh calendar this long before the first due report may be published. */
const LOCK_MARGIN_SECONDS = 600;

/**
 * Locks the due forecasts from stored data alone, never late and never before past reports have been read.
 * While the calendar is out of date, it waits. Then it signs the ledger's checkpoint and enqueues requests to
 * the outside witnesses.
 */
export async function lockDuePredictions(
  deps: RecordParts & Pick<MarketParts, "settings" | "ledgerSigner">,
  { round = 1 }: MessageOf<"locks">,
): Promise<void> {
  const { record: ofMarket } = deps;
  const now = deps.marketNow();
  const { isPastRead } = await backfillProgressOf(deps);
  const finished = await finishOverdueLocks(deps, isPastRead);
  const due = isPastRead ? await dueLocks(ofMarket, ofMarket.dataMode, now) : [];
  const first = Math.min(...due.map(({ reportsAt }) => Date.parse(reportsAt)));
  const hasTime = now.getTime() + LOCK_MARGIN_SECONDS * 1_000 < first;
  if (due.length > 0 && round <= CALENDAR_WAITS && hasTime && (await isCalendarLate(ofMarket, now)))
    return deps.enqueue([{ job: "locks", round: round + 1 }], CALENDAR_WAIT_SECONDS);
  const { locked } = await lockUpcomingForecasts(ofMarket, due);
  const signer = await deps.ledgerSigner(ofMarket.ledgerId);
  const signed = { hasLocked: finished + locked > 0, now: deps.now() };
  const isNew = await publishCheckpoint(ofMarket.ledger, signer, signed);
  if (signed.hasLocked) await deps.enqueue([{ job: "ledger-backup" }]);
  if (isNew) await deps.enqueue([{ job: "receipts" }]);
}

/**
 * Finishes locks that reached the ledger before their round was killed, and returns how many. Other overdue
 * reports, which may be published at any time, are stored as missed.
 */
export async function finishOverdueLocks(
  { record, marketNow }: Pick<MarketParts, "record" | "marketNow">,
  isPastRead: boolean,
): Promise<number> {
  const overdue = await overdueLocks(record, { now: marketNow(), isPastRead });
  if (overdue.length === 0) return 0;
  const { restored } = await repairLedgerRows(record, marketNow());
  await storeMissedLocks(record, overdue, marketNow());
  return restored;
}

/**
 * Whether the stored calendar is too old to lock from. Returns false for a source without a market-wide
 * calendar.
 */
async function isCalendarLate(store: Parameters<typeof calendarAge>[0], now: Date): Promise<boolean> {
  const age = await calendarAge(store, now);
  return age !== null && age > CALENDAR_FRESH_MINUTES * 60_000;
}

/**
 * Archives what the source currently says about the reports of the next hundred days, for later fits of the
 * model. Consensus, revenue and report date come with the calendar; estimate ranges are read company by
 * company.
 */
export async function archiveDailyEstimates({
  market,
  record,
  marketNow,
  enqueue,
}: RecordParts): Promise<void> {
  const sync = { store: record, market, marketNow };
  const onFailure = reportUnlessOrdinary("daily archive");
  await readDistantReports(sync).catch((error) => onFailure(record.ledgerId, error));
  const isOver = await archiveEstimateRanges({ ...sync, onFailure }).catch((error: unknown) => {
    if (error instanceof MarketError && error.reason === "rate_limited") return true;
    throw error;
  });
  if (!isOver) await enqueue([{ job: "archive" }]);
}

/**
 * Repairs what interrupted runs left inconsistent between ledger, files and database rows. Once a day it also
 * compares the stored totals with a recount and throws on a difference, which would be a bug.
 */
export async function auditRecord(deps: RecordParts): Promise<void> {
  const { record } = deps;
  const { db, ledgerId } = record;
  const { restored, settled } = await repairLedgerRows(record, deps.marketNow());
  if (restored + settled > 0)
    logUnexpected(
      new LoggedError(
        `Rows of ${ledgerId} lacked what its ledger says: ${restored} locks had none, ${settled} did not say how they ended.`,
      ),
      { job: "audit" },
    );
  if (deps.now().getUTCHours() !== AUDIT_HOUR) return;
  const difference = await auditTallies(db, recordScope(ledgerId));
  if (difference)
    throw new LoggedError(`The stored sums of ${ledgerId} differ from a recount:\n${difference}`);
}

/** The hour of the calibration test, in UTC, after the daily recount of totals. */
const CALIBRATION_HOUR = 5;

/**
 * Tests once a week the calibration of the predictions settled in the last thirteen weeks. New findings are
 * logged and emailed to the operators.
 */
export async function testWeeklyCalibration(deps: RecordParts): Promise<void> {
  if (deps.now().getUTCHours() !== CALIBRATION_HOUR) return;
  const { record: store } = deps;
  const findings = await watchCalibration(store, deps.marketNow());
  for (const finding of findings) logUnexpected(new LoggedError(finding), { job: "calibration watch" });
  if (findings.length > 0) await deps.enqueue([{ job: "notifications" }]);
}

/**
 * Returns a callback that logs only unexpected errors. A rate-limited source, or one that does not know a
 * company, is normal and is tried again tomorrow.
 */
function reportUnlessOrdinary(job: string) {
  return (symbol: string, error: unknown) => {
    if (!(error instanceof MarketError || error instanceof AppError)) logUnexpected(error, { job, symbol });
  };
}
