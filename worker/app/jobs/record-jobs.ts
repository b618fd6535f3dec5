import { MarketError } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";
import { LoggedError, logUnexpected } from "#platform/log.ts";
import type { MessageOf } from "#platform/messages.ts";
import { recordScope } from "#platform/scope.ts";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { reconcile } from "#record/reconcile.ts";
import { settle } from "#record/settle.ts";
import { auditTallies } from "#record/tallies.ts";
import { watchCalibration } from "#record/watch-calibration.ts";
import { continueRanges, readAhead } from "#season/archive-estimates.ts";
import { pollOverdueReports } from "#season/poll-overdue-reports.ts";
import { countSeason } from "#season/season-so-far.ts";
import { calendarAge } from "#season/sync.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { overdueLocks, storeMissed } from "#season/upcoming/overdue-locks.ts";
import type { MarketParts } from "../deps.ts";
import { pastOf } from "./health.ts";

type RecordParts = Pick<MarketParts, "market" | "record" | "now" | "marketNow" | "enqueue">;

/** The hour is UTC. */
const AUDIT_HOUR = 4;

/** Each round settles forty companies. */
const SETTLEMENT_ROUNDS = 25;

/** Settles from stored reports first, then asks the source about overdue ones. */
export async function settlement(
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

/** The SEC has no filings for a simulated market. */
export function settleDepsOf({
  market,
  record,
  filingsFor,
}: Pick<MarketParts, "market" | "record" | "filingsFor">) {
  const hasFilings = record.dataMode === "live" && filingsFor("live") !== null;
  return { ...record, sources: market.sources, hasFilings };
}

/** Locks should use a calendar that this hour's tick has read. */
const CALENDAR_FRESH_MINUTES = 50;
const CALENDAR_WAITS = 15;
const CALENDAR_WAIT_SECONDS = 60;
/** Waiting ends before the last minutes in which a report may be published. */
const LOCK_MARGIN_SECONDS = 600;

/**
 * Locks what is due from the store alone, never late and never before the past has been read. Then signs the
 * ledger's checkpoint, which goes to the outside witnesses.
 */
export async function locks(
  deps: RecordParts & Pick<MarketParts, "settings" | "ledgerSigner">,
  { round = 1 }: MessageOf<"locks">,
): Promise<void> {
  const { record: ofMarket } = deps;
  const now = deps.marketNow();
  const { isPastRead } = await pastOf(deps);
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
 * Finishes locks that reached the ledger before their round was killed, and returns how many. Other reports that
 * may be published are stored as missed.
 */
export async function finishOverdueLocks(
  { record, marketNow }: Pick<MarketParts, "record" | "marketNow">,
  isPastRead: boolean,
): Promise<number> {
  const overdue = await overdueLocks(record, { now: marketNow(), isPastRead });
  if (overdue.length === 0) return 0;
  const { restored } = await reconcile(record, marketNow());
  await storeMissed(record, overdue, marketNow());
  return restored;
}

/** Returns false for a source without a calendar. */
async function isCalendarLate(store: Parameters<typeof calendarAge>[0], now: Date): Promise<boolean> {
  const age = await calendarAge(store, now);
  return age !== null && age > CALENDAR_FRESH_MINUTES * 60_000;
}

/**
 * Stores what the source says today about the reports of the next hundred days, for later fits. Consensus, revenue
 * and day come with the calendar; ranges are read company by company.
 */
export async function dailyArchive({ market, record, marketNow, enqueue }: RecordParts): Promise<void> {
  const sync = { store: record, market, marketNow };
  const onFailure = reportUnlessOrdinary("daily archive");
  await readAhead(sync).catch((error) => onFailure(record.ledgerId, error));
  const isOver = await continueRanges({ ...sync, onFailure }).catch((error: unknown) => {
    if (error instanceof MarketError && error.reason === "rate_limited") return true;
    throw error;
  });
  if (!isOver) await enqueue([{ job: "archive" }]);
}

/**
 * Repairs what interrupted runs left inconsistent between ledger, files and rows. Once a day it compares the stored
 * totals with a recount; a difference is an error of ours.
 */
export async function audit(deps: RecordParts): Promise<void> {
  const { record } = deps;
  const { db, ledgerId } = record;
  const { restored, settled } = await reconcile(record, deps.marketNow());
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

/** The hour is UTC, after the totals have been audited. */
const CALIBRATION_HOUR = 5;

/**
 * Tests the calibration of the last thirteen weeks once a week. New findings are logged and emailed to the
 * operators.
 */
export async function calibrationWatch(deps: RecordParts): Promise<void> {
  if (deps.now().getUTCHours() !== CALIBRATION_HOUR) return;
  const { record: store } = deps;
  const findings = await watchCalibration(store, deps.marketNow());
  for (const finding of findings) logUnexpected(new LoggedError(finding), { job: "calibration watch" });
  if (findings.length > 0) await deps.enqueue([{ job: "notifications" }]);
}

/** A rate-limited source, or one that does not know a company, is tried again tomorrow. */
function reportUnlessOrdinary(job: string) {
  return (symbol: string, error: unknown) => {
    if (!(error instanceof MarketError || error instanceof AppError)) logUnexpected(error, { job, symbol });
  };
}
