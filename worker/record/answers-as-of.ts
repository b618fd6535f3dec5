import type { UnknownField } from "#contract/as-of.ts";
import type {
  BaseRate,
  CalendarRow,
  ProbabilityAccess,
  SeasonAround,
  SeasonCalendar,
} from "#contract/calendar.ts";
import type { DataMode, PredictionHistoryItem } from "#contract/prediction.ts";
import type { TrackRecord } from "#contract/record.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import { calendarOf, weeksOf } from "#season/calendar/calendar.ts";
import { readCalendar } from "#season/calendar/read-calendar.ts";
import { seasonAround } from "#season/calendar/season-around.ts";
import { shownReports } from "#season/calendar/visibility.ts";
import { underTickersOfMoment } from "#season/identity/tickers.ts";
import type { PointInTime } from "#season/point-in-time.ts";
import {
  pointInTimeNextReport,
  pointInTimeReportOf,
  publicPointInTimeReport,
} from "#season/point-in-time-report.ts";
import { countSeasonAsOf } from "#season/season-so-far.ts";
import type { SeasonStore } from "#season/store.ts";
import {
  ledgerAtMoment,
  type PastLedger,
  type PastMoment,
  pastMomentOf,
  pointInTimeProofOf,
} from "./as-of.ts";
import { baseRateOf } from "./base-rate.ts";
import { findPrediction } from "./history.ts";
import type { Signer } from "./ledger/signed-note.ts";
import type { RecordDeps } from "./record.ts";
import { findRecord, trackRecordOf } from "./track-record.ts";

export type PastDeps = Omit<RecordDeps, "ledger"> & {
  dataMode: DataMode;
  ledger: PastLedger;
  signer: Pick<Signer, "publicKey"> | null;
};

const OWN: UnknownField = { field: "own", reason: "A watchlist of then is not kept." };
const WAITS: UnknownField = { field: "waitsFor", reason: "How much of the past was read then is not kept." };

/**
 * Returns the calendar as it was known at `asOf`. Without `from` and `to` it covers the calendar week of that
 * moment. Throws as `pastMomentOf` and `pointInTimeProofOf` do.
 */
export async function calendarAsOf(
  deps: PastDeps,
  opens: ProbabilityAccess,
  { asOf, from, to }: { asOf: string; from?: string | undefined; to?: string | undefined },
): Promise<SeasonCalendar> {
  const moment = await pastMomentOf(deps, asOf);
  const today = easternDay(moment.at);
  const days = from && to ? { from, to } : weeksOf(today, today);
  const [{ lockIds, unknown, ...calendar }, seasonSoFar] = await Promise.all([
    calendarAtMoment(deps, { ...days, opens, now: deps.marketNow() }, moment),
    countSeasonAsOf(deps, moment.at, moment),
  ]);
  const known = await pointInTimeProofOf(deps, moment, { lockIds, unknown: [...unknown, OWN, WAITS] });
  const { dataMode } = deps;
  const head = { dataMode, asOf, today, ...days, waitsFor: null, opens, own: [] };
  const items = await underTickersOfMoment(deps, calendar.items, moment.at);
  return { ...head, ...calendar, items, seasonSoFar, known };
}

/**
 * Returns the reporting season around one company as it was known at `asOf`: the figures of the market and of
 * the sector, the company's peers and its next report. `symbol` must be spelled as it is stored. Throws as
 * `pastMomentOf` does.
 */
export async function seasonAsOf(
  deps: PastDeps,
  opens: ProbabilityAccess,
  { asOf, symbol }: { asOf: string; symbol: string },
): Promise<SeasonAround> {
  const moment = await pastMomentOf(deps, asOf);
  const [around, next] = await Promise.all([
    seasonAround(deps, symbol, moment.at, moment),
    pointInTimeNextReport(deps, symbol, { moment, now: moment.at }),
  ]);
  const days = next && { from: next.reportDate, to: next.reportDate };
  const calendarRow =
    days &&
    (await calendarAtMoment(deps, { ...days, symbols: [symbol], opens, now: deps.marketNow() }, moment));
  const { lockIds = [], unknown = [], items = [] } = calendarRow ?? {};
  const [peers, [report = null]] = await Promise.all([
    underTickersOfMoment(deps, around.peers, moment.at),
    underTickersOfMoment(deps, items, moment.at),
  ]);
  return {
    dataMode: deps.dataMode,
    ...around,
    peers,
    report,
    pointInTimeReport: next && publicPointInTimeReport(next),
    known: await pointInTimeProofOf(deps, moment, { lockIds, unknown }),
  };
}

const UNDER_REVIEW: UnknownField = {
  field: "counts.review",
  reason: "When a prediction was put under review is not kept: it counts as pending.",
};

/** Returns the track record as it stood at `asOf`. Throws as `pastMomentOf` does. */
export async function trackRecordAsOf(deps: PastDeps, asOf: string): Promise<TrackRecord> {
  const moment = await pastMomentOf(deps, asOf);
  const [figures, ledger, known] = await Promise.all([
    trackRecordOf(deps.db, deps.ledgerId, moment),
    ledgerAtMoment(deps.ledger, moment),
    pointInTimeProofOf(deps, moment, { lockIds: [], unknown: [UNDER_REVIEW] }),
  ]);
  const key = deps.signer?.publicKey ?? null;
  return { dataMode: deps.dataMode, ...figures, ledger: { ...ledger, key }, known };
}

const NO_RECAP: UnknownField = { field: "recap", reason: "It is written from what is known today." };

/**
 * Returns a prediction of the public record as it stood at `asOf`, or null if it was not locked by then.
 * `isPublic` is true once the prediction is settled, even if that happened after `asOf`. Throws as `pastMomentOf`
 * does.
 */
export async function recordPredictionAsOf(deps: PastDeps, id: string, asOf: string) {
  const moment = await pastMomentOf(deps, asOf);
  const recordPrediction = await findRecord(deps, id, moment);
  if (!recordPrediction) return null;
  const proof = await withProof(deps, moment, recordPrediction);
  const { entries, revealed } = proof.known;
  const [lock = null] = entries.filter(({ body }) => body.type === "lock");
  const [settlement = null] = entries.filter(({ body }) => body.type === "settlement");
  const item = await historyItemAtMoment(deps, recordPrediction, moment);
  return {
    ...recordPrediction,
    item,
    ...proof,
    lock,
    settlement,
    isPublic: settlement !== null || revealed.length > 0,
  };
}

/**
 * Returns a person's own prediction as they could see it at `asOf`, or null if they had no such prediction in
 * this market by then. Throws as `pastMomentOf` does.
 */
export async function userPredictionAsOf(
  deps: PastDeps,
  userId: string,
  { id, asOf }: { id: string; asOf: string },
) {
  const moment = await pastMomentOf(deps, asOf);
  const ownPrediction = await findPrediction(deps, userId, id, moment);
  if (ownPrediction?.ledgerId !== deps.ledgerId) return null;
  const proof = await withProof(deps, moment, ownPrediction);
  return { ...ownPrediction, item: await historyItemAtMoment(deps, ownPrediction, moment), ...proof };
}

/**
 * Returns the item under the ticker that the company had at the moment. A settled or void prediction already
 * shows the ticker under which it was made, so it stays as it is.
 */
async function historyItemAtMoment<Item extends PredictionHistoryItem>(
  deps: PastDeps,
  { item, ticker }: { item: Item; ticker: string },
  { at }: PastMoment,
): Promise<Item> {
  if (item.stock.symbol !== ticker) return item;
  const [stock = item.stock] = await underTickersOfMoment(deps, [item.stock], at);
  return { ...item, stock };
}

type Predicted = {
  item: Pick<PredictionHistoryItem, "fiscalQuarterEnd">;
  ticker: string;
  lockId: string | null;
};

async function withProof(deps: PastDeps, moment: PastMoment, { item, ticker, lockId }: Predicted) {
  const quarter = { symbol: withDottedShareClass(ticker), fiscalQuarterEnd: item.fiscalQuarterEnd };
  const [pointInTimeReport, known] = await Promise.all([
    pointInTimeReportOf(deps, quarter, moment),
    pointInTimeProofOf(deps, moment, { lockIds: [lockId], unknown: [NO_RECAP] }),
  ]);
  return { pointInTimeReport, known };
}

/**
 * Returns the base rate of a company's next report: as it was known at `asOf`, with a proof, or the current
 * one without a proof if `asOf` is undefined. Throws `not_found` when no report with a consensus is known,
 * and as `pastMomentOf` does.
 */
export async function baseRateAt(
  deps: PastDeps,
  { symbol, asOf }: { symbol: string; asOf?: string | undefined },
): Promise<BaseRate> {
  const moment = asOf === undefined ? null : await pastMomentOf(deps, asOf);
  const now = moment?.at ?? deps.marketNow();
  const { lockId, unknown, ...answer } = await baseRateOf(deps, symbol, { moment, now });
  const head = { dataMode: deps.dataMode, asOf: now.toISOString() };
  if (!moment) return { ...head, ...answer };
  const [shown = answer] = await underTickersOfMoment(deps, [answer], moment.at);
  return { ...head, ...shown, known: await pointInTimeProofOf(deps, moment, { lockIds: [lockId], unknown }) };
}

type CalendarAsOfRequest = {
  from: string;
  to: string;
  symbols?: readonly string[];
  opens: ProbabilityAccess;
  now: Date;
};

/**
 * Returns the calendar of these days as it was known at the moment, with the ids of the locks behind it. A
 * past probability is shown only if the current calendar shows that prediction to this reader.
 */
async function calendarAtMoment(
  store: SeasonStore,
  { from, to, symbols, opens, now }: CalendarAsOfRequest,
  moment: PointInTime,
): Promise<Pick<SeasonCalendar, "items" | "days"> & { lockIds: (string | null)[]; unknown: UnknownField[] }> {
  const span = { from, to, ...(symbols ? { symbols } : {}) };
  const rows = await readCalendar(store, span, moment);
  const reports = rows.map(({ report }) => report);
  const isShownToday = await shownReports(store, reports, opens, easternDay(now));
  const isShown = ({ report }: { report: (typeof reports)[number] }) => isShownToday(report);
  const calendar = calendarOf(rows, { from, to, today: easternDay(moment.at), opens, isShown });
  return {
    ...calendar,
    lockIds: rows.map(({ record }) => record?.lockId ?? null),
    unknown: unknownOf(calendar.items),
  };
}

const CHANGED = "No source had said it by then, or it changed since and what it was is not kept.";
const NOT_LOCKED = "A forecast is kept by its lock: before that, what was said then is not kept.";

function unknownOf(items: readonly CalendarRow[]): UnknownField[] {
  const changing = ["sector", "marketCap", "currency", "impliedMovePercent", "pastMovePercent"] as const;
  const changed = changing
    .filter((field) => items.some((item) => item[field] === null))
    .map((field) => ({ field, reason: CHANGED }));
  const isUnlocked = items.some(({ baseRate }) => baseRate === null);
  const forecast = ["baseRate", "beatProbability"].map((field) => ({ field, reason: NOT_LOCKED }));
  return [
    ...changed,
    ...(isUnlocked ? forecast : []),
    {
      field: "state",
      reason: "When a prediction was put under review is not kept: it counts as locked or awaited.",
    },
  ];
}
