import { NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { NO_REPORTS } from "#model/reference-class.ts";
import type { Database } from "#platform/db/client.ts";
import { logUnexpected } from "#platform/log.ts";
import type { LedgerId } from "#platform/scope.ts";
import { lockEvidenceOf } from "#record/lock-upcoming-forecasts.ts";
import { storeAndComplete } from "#season/complete.ts";
import { readGuidance } from "#season/guidance/read-guidance.ts";
import { readContext } from "#season/read-context.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { readWidth } from "#season/upcoming/read-width.ts";
import { scoreCompany } from "#season/upcoming/score.ts";
import type { Archive } from "./archive.ts";

type Store = { db: Database; ledgerId: LedgerId; files: R2Bucket };

/** A failure is logged, and the analysis goes on. */
export function openArchive(store: Store): Archive {
  const orElse =
    <T>(instead: T) =>
    (error: unknown) => {
      logUnexpected(error, { call: "archive" });
      return instead;
    };
  return {
    complete: (company, now) => storeAndComplete(store, company, now).catch(orElse(company)),
    context: (company, day) => readContext(store, company, day).catch(orElse(NO_CONTEXT)),
    classes: (day) => readReferenceClasses(store, day).catch(orElse(NO_REPORTS)),
    width: (day) => readWidth(store, day).catch(orElse(FITTED_WIDTH)),
    request: (company, now) => requestOf(store, company, now).catch(orElse(null)),
    guidance: (symbol, now) => readGuidance(store, symbol, now).catch(orElse(NO_RELEASES)),
  };
}

/** The record's lock's: a number on record stays the number shown; else the upcoming forecast. */
async function requestOf(store: Store, company: CompanyReport, now: Date): Promise<ForecastRequest | null> {
  const scored = await scoreCompany(store, company, now);
  if (!scored) return null;
  const evidence = scored.isLocked ? await lockEvidenceOf(store, scored.report) : null;
  return evidence ? (evidence.input as unknown as ForecastRequest) : scored.request;
}
