import { NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { NO_REPORTS } from "#model/reference-class.ts";
import { NO_STORED_MOVES } from "#model/typical-move.ts";
import type { Database } from "#platform/db/client.ts";
import { logUnexpected } from "#platform/log.ts";
import type { LedgerId } from "#platform/scope.ts";
import { lockEvidenceOf } from "#record/lock-upcoming-forecasts.ts";
import { storeAndComplete } from "#season/complete.ts";
import { readGuidance } from "#season/guidance/read-guidance.ts";
import { readMarketCounts } from "#season/market-counts.ts";
import { readMoves } from "#season/move-counts.ts";
import { traderPriceOfNext } from "#season/traders/read-prices.ts";
import { readContextShift } from "#season/upcoming/read-context-shift.ts";
import { readIntervalWidth } from "#season/upcoming/read-width.ts";
import { scoreCompany } from "#season/upcoming/score.ts";
import { type Archive, readingArchive } from "./archive.ts";

type Store = {
  db: Database;
  ledgerId: LedgerId;
  files: R2Bucket;
  areTraderPricesShown: boolean;
};

/** Opens the archive of a market. A failure is logged, and the analysis continues without what could not be read. */
export function openArchive(store: Store): Archive {
  const orElse =
    <T>(substitute: T) =>
    (error: unknown) => {
      logUnexpected(error, { call: "archive" });
      return substitute;
    };
  const counts = (day: string) =>
    readMarketCounts(store, day).catch(orElse({ contextOf: () => NO_CONTEXT, classes: NO_REPORTS }));
  const unstored = readingArchive({
    context: async (company, day) => (await counts(day)).contextOf(company),
    classes: async (day) => (await counts(day)).classes,
    width: (day) => readIntervalWidth(store, day).catch(orElse(FITTED_WIDTH)),
    contextShift: (day) => readContextShift(store, day).catch(orElse(null)),
    moves: (symbol, day) => readMoves(store, symbol, day).catch(orElse(NO_STORED_MOVES)),
  });
  return {
    complete: (company, now) => storeAndComplete(store, company, now).catch(orElse(company)),
    request: async (company, now) =>
      (await storedRequest(store, company, now).catch(orElse(null))) ?? unstored.request(company, now),
    moves: unstored.moves,
    guidance: (symbol, now) => readGuidance(store, symbol, now).catch(orElse(NO_RELEASES)),
    traders: async (symbol, now) =>
      store.areTraderPricesShown ? traderPriceOfNext(store, symbol, now).catch(orElse(null)) : null,
  };
}

/**
 * Returns the model's input for the upcoming report: the locked one if the report's prediction is locked, so
 * that the analysis shows the probability on record, otherwise that of its current forecast. Returns null when
 * the store lacks the report.
 */
async function storedRequest(
  store: Store,
  company: CompanyReport,
  now: Date,
): Promise<ForecastRequest | null> {
  const scored = await scoreCompany(store, company, now);
  if (!scored) return null;
  const evidence = scored.isLocked ? await lockEvidenceOf(store, scored.report) : null;
  return evidence ? (evidence.input as unknown as ForecastRequest) : scored.request;
}
