import { easternDay } from "#contract/time.ts";
import { MarketError } from "#market/port.ts";
import { logEvent } from "#platform/log.ts";
import type { MessageOf } from "#platform/messages.ts";
import { settle } from "#record/settle.ts";
import { claimRanges, refuseRange } from "#season/backfill.ts";
import { dueReleases, fillReleases, markFilers, type ReleaseDeps } from "#season/guidance/fill-releases.ts";
import { reassignOrphanedRows } from "#season/identity/apply-change.ts";
import { isOrphanCheckDue, moveHistory } from "#season/identity/move-company.ts";
import { readChanges } from "#season/identity/read-changes.ts";
import { dueExchanges, readListing } from "#season/listing.ts";
import { refreshMoveCounts } from "#season/move-counts.ts";
import { readExhibit } from "#season/release/read-release.ts";
import { countSeason } from "#season/season-so-far.ts";
import { readCurrent, readRange } from "#season/sync.ts";
import { storeQuestionPrices } from "#season/traders/store-prices.ts";
import { refreshTrends } from "#season/trends.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { hasCompanyIds, storeCompanyIds } from "#season/witness/company-ids.ts";
import { FilingsUnavailable } from "#season/witness/filings.ts";
import { dueWitnesses } from "#season/witness/witness.ts";
import { witnessReport } from "#season/witness/witness-report.ts";
import type { MarketParts } from "../deps.ts";
import { backfillProgressOf } from "./health.ts";
import { finishOverdueLocks, settleDepsOf } from "./record-jobs.ts";

type SeasonParts = Pick<MarketParts, "market" | "record" | "marketNow" | "enqueue">;

/**
 * Enqueues a reading of the company list of each exchange that is due. Each exchange has its own message, so
 * each is retried separately.
 */
export async function enqueueListingReads(deps: SeasonParts): Promise<void> {
  const { record: store, market } = deps;
  const due = await dueExchanges(store, market.exchanges, deps.marketNow());
  await deps.enqueue(due.map((exchange) => ({ job: "read-listing", exchange })));
}

export async function readExchange(
  deps: SeasonParts,
  { exchange }: MessageOf<"read-listing">,
): Promise<void> {
  const { record: store, market } = deps;
  await readListing({ store, market, now: deps.marketNow() }, exchange);
}

/**
 * The hour at which changes of companies are read, in UTC: before the exchanges open and after the source has
 * listed the day's changes.
 */
const CHANGES_HOUR = 11;

/**
 * Reads once a day how companies and their tickers changed, such as renamings, delistings and splits. Every
 * hour, it also moves rows that were stored late under a retired ticker to their company.
 */
export async function readCompanyChanges(
  deps: SeasonParts & Pick<MarketParts, "filingsFor" | "now">,
): Promise<void> {
  const { record: store, market } = deps;
  const now = deps.marketNow();
  await reassignOrphanedRows(store, now);
  if (deps.now().getUTCHours() !== CHANGES_HOUR) return;
  const count = await readChanges({ store, market, filings: witnessDepsOf(deps)?.filings ?? null, now });
  if (count.apply > 0) await deps.enqueue([{ job: "settlement" }]);
  if (await isOrphanCheckDue(store, now)) await deps.enqueue([{ job: "changed-history", after: "" }]);
  if (count.doubtful > 0) logEvent("warn", "changes of companies wait at /review", { count: count.doubtful });
}

/** Moves part of the older rows of changed companies, and enqueues a message for the next part. */
export async function moveChangedHistory(
  deps: SeasonParts,
  { after }: MessageOf<"changed-history">,
): Promise<void> {
  const next = await moveHistory(deps.record, after, deps.marketNow());
  if (next !== null) await deps.enqueue([{ job: "changed-history", after: next }]);
}

type ReadParts = SeasonParts & Pick<MarketParts, "settings">;

/**
 * Stores the reports of the days around today, settles published ones and scores upcoming ones. Then it
 * enqueues the reading of past date ranges.
 */
export async function refreshSeasonCalendar(
  deps: ReadParts & Pick<MarketParts, "filingsFor">,
): Promise<void> {
  const stored = await readCurrent(syncOf(deps));
  await settle(settleDepsOf(deps), deps.marketNow());
  await scoreSeason(deps, await backfillProgressOf(deps));
  if (stored) await deps.enqueue([{ job: "backfill" }]);
}

/**
 * Stores what prediction markets ask about upcoming reports and at what price, when the settings name a venue. A
 * venue that fails is asked again in the next hour, and until then there is no new price.
 */
export async function readQuestionPrices(
  deps: SeasonParts & Pick<MarketParts, "predictionMarkets" | "publicChanged">,
): Promise<void> {
  const { record: store } = deps;
  const markets = deps.predictionMarkets(store.dataMode);
  if (!markets) return;
  const round = await storeQuestionPrices(store, markets, deps.marketNow());
  const refused = Object.entries(round.refused).map(([reason, n]) => `${reason} ${n}`);
  logEvent(round.failure === null ? "info" : "warn", "prices of prediction markets", {
    ...round,
    refused: refused.join(", "),
  });
  if (round.stored > 0) await deps.publicChanged();
}

/** Enqueues the reading of the next past date ranges, unless enough of them are in progress. */
export async function backfill(deps: ReadParts): Promise<void> {
  const ranges = await claimRanges(deps.record, deps.settings.SEASON_FROM, deps.marketNow());
  await deps.enqueue(ranges.map((range) => ({ job: "read-range", ...range })));
}

/**
 * Reads one past date range. The last range of a new deployment lets it score and lock at once what was waiting
 * for past reports; later ranges wait for the hourly run.
 */
export async function readPastRange(
  deps: ReadParts,
  { firstDay, lastDay }: MessageOf<"read-range">,
): Promise<void> {
  const sync = syncOf(deps);
  const before = await backfillProgressOf(deps);
  await readRange(sync, { firstDay, lastDay }).catch((error: unknown) => {
    if (!(error instanceof MarketError && error.reason === "not_in_plan")) throw error;
    return refuseRange(sync.store, { firstDay, lastDay }, deps.marketNow());
  });
  const past = await backfillProgressOf(deps);
  const hasEnded = !before.isPastRead && past.isPastRead;
  if (hasEnded) {
    // Reports that were published unscored must be stored as missed before the upcoming ones are scored.
    await finishOverdueLocks(deps, false);
    await scoreSeason(deps, past);
  }
  await deps.enqueue([{ job: "backfill" }, ...(hasEnded ? [{ job: "locks" } as const] : [])]);
}

/** Scores upcoming reports, if past reports have been read, and counts the season's results and price changes. */
async function scoreSeason(
  { record: store, market, marketNow }: SeasonParts,
  { isPastRead }: { isPastRead: boolean },
): Promise<void> {
  await refreshTrends({ store, market, now: marketNow() });
  if (isPastRead) await scoreUpcomingReports(store, marketNow());
  await countSeason(store, marketNow());
  await refreshMoveCounts(store, easternDay(marketNow()));
}

function syncOf({ market, record, marketNow }: Pick<MarketParts, "market" | "record" | "marketNow">) {
  return { store: record, market, marketNow };
}

type WitnessParts = Pick<MarketParts, "filingsFor" | "record">;

/**
 * How many reports one run looks up. Each takes four requests to the SEC at five per second, so a run lasts up
 * to four minutes.
 */
const REPORTS_AT_ONCE = 300;
const SECONDS_A_REPORT = 0.8;
/** The hour at which the SEC's company numbers (CIKs) are read, in UTC. */
const COMPANY_IDS_HOUR = 3;

export async function enqueueWitnessReads(
  deps: WitnessParts & Pick<MarketParts, "now" | "marketNow" | "enqueue">,
): Promise<void> {
  const witnessDeps = witnessDepsOf(deps);
  if (!witnessDeps) return;
  if (deps.now().getUTCHours() === COMPANY_IDS_HOUR || !(await hasCompanyIds(witnessDeps)))
    await storeCompanyIds(witnessDeps);
  const { db, ledgerId } = witnessDeps;
  const due = await dueWitnesses(db, ledgerId, { now: deps.marketNow(), limit: REPORTS_AT_ONCE });
  if (due.length === 0) return;
  await deps.enqueue(due.map((subject) => ({ job: "witness", ...subject })));
  await deps.enqueue([{ job: "settlement" }], Math.ceil(60 + due.length * SECONDS_A_REPORT));
}

/**
 * Looks for a report's figures in SEC filings. When the SEC does not answer, the message is enqueued again for
 * later.
 */
export async function readReportWitness(
  deps: WitnessParts & Pick<MarketParts, "marketNow" | "enqueue">,
  message: MessageOf<"witness">,
): Promise<void> {
  const witnessDeps = witnessDepsOf(deps);
  if (!witnessDeps) return;
  const waitSeconds = await witnessReport(witnessDeps, message, deps.marketNow());
  if (waitSeconds !== null) await deps.enqueue([message], waitSeconds);
}

/**
 * How many companies one run reads. Each takes eleven requests to the SEC at five per second, which is less
 * than four of the ten minutes between ticks and leaves room for `witnesses`.
 */
const COMPANIES_AT_ONCE = 100;

/**
 * Enqueues the reading of earnings releases of due companies. A company whose filings cannot be read now is due
 * again at the next tick.
 */
export async function enqueueReleaseReads(
  deps: ReleaseParts & Pick<MarketParts, "marketNow" | "enqueue">,
): Promise<void> {
  const releaseDeps = releaseDepsOf(deps);
  if (!releaseDeps) return;
  if (!(await hasCompanyIds(releaseDeps))) await storeCompanyIds(releaseDeps);
  const now = deps.marketNow();
  await markFilers(releaseDeps, now).catch(logUnavailable);
  const due = await dueReleases(releaseDeps, { now, limit: COMPANIES_AT_ONCE });
  await deps.enqueue(due.map((symbol) => ({ job: "releases-of", symbol })));
}

export async function fillCompanyReleases(
  deps: ReleaseParts & Pick<MarketParts, "marketNow">,
  { symbol }: MessageOf<"releases-of">,
): Promise<void> {
  const releaseDeps = releaseDepsOf(deps);
  if (!releaseDeps) return;
  await fillReleases(releaseDeps, symbol, deps.marketNow()).catch(logUnavailable);
}

function logUnavailable(error: unknown): void {
  if (!(error instanceof FilingsUnavailable)) throw error;
  logEvent("warn", "filings not available", { reason: error.message });
}

type ReleaseParts = Pick<MarketParts, "filingsFor" | "releaseModelFor" | "files" | "record">;

function releaseDepsOf(parts: ReleaseParts): ReleaseDeps | null {
  const { filingsFor, releaseModelFor, files } = parts;
  const { db, dataMode, ledgerId } = parts.record;
  const filings = filingsFor(dataMode);
  const model = releaseModelFor(dataMode);
  return filings && { db, ledgerId, files, filings, readRelease: (exhibit) => readExhibit(exhibit, model) };
}

function witnessDepsOf({ filingsFor, record: { db, dataMode, ledgerId } }: WitnessParts) {
  const filings = dataMode === "live" ? filingsFor(dataMode) : null;
  return filings && { db, ledgerId, filings };
}
