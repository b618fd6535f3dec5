import { waitUntil } from "cloudflare:workers";
import { accountExists } from "#accounts/profile/profile.ts";
import type { Analysis } from "#contract/analysis.ts";
import type { CompanyReport } from "#contract/market-data.ts";
import { dottedClass } from "#contract/symbol.ts";
import { chooseNarrator } from "#explanation/narrator/language-model.ts";
import { rulesNarrator } from "#explanation/narrator/narrator.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { NO_CONTEXT } from "#model/history.ts";
import { FITTED_WIDTH } from "#model/interval-width.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { NO_REPORTS } from "#model/reference-class.ts";
import { type Database, openDatabase } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { storeSnapshot } from "#platform/files/evidence-file.ts";
import { newId } from "#platform/ids.ts";
import type { RateLimits } from "#platform/limits/rate-limiter.ts";
import type { UserQuota } from "#platform/limits/user-quota.ts";
import { LoggedError, logUnexpected } from "#platform/log.ts";
import type { LedgerId } from "#platform/scope.ts";
import { lockEvidenceOf } from "#record/lock-slate.ts";
import { putOnRecord } from "#record/record.ts";
import { findRequest } from "#record/store.ts";
import type { Research } from "#research/analysis-runner.ts";
import type { Archive } from "#research/archive.ts";
import { withCandidates } from "#research/candidates.ts";
import type { EdgeResults } from "#research/edge-results.ts";
import { runAnalysis } from "#research/run.ts";
import { slimAnswer } from "#research/slim-answer.ts";
import type { UserAnalysis } from "#research/user-analysis.ts";
import { requireValidAnalysis } from "#research/valid-analysis.ts";
import { archiveSignals } from "#season/archive/archive.ts";
import { storeMoves } from "#season/calendar/moves.ts";
import { storeAndComplete } from "#season/complete.ts";
import { readContext } from "#season/read-context.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { readWidth } from "#season/slate/read-width.ts";
import { scoreCompany } from "#season/slate/score.ts";
import type { Bindings } from "../bindings.ts";
import { settingsOf } from "../settings/env.ts";
import { ledgerIdOf, type MarketDeps, marketClock, marketOf } from "./market.ts";
import { upstreamFetch } from "./outside.ts";

export function researchOf(env: Bindings): Research {
  const settings = settingsOf(env);
  const log = (entry: object) => console.log(JSON.stringify({ level: "info", event: "narrative", ...entry }));
  const narrator = chooseNarrator(settings, env.AI, log, undefined, upstreamFetch(settings));
  return async (symbol, watcher) => {
    const market = await marketOf(settings);
    const ledgerId = ledgerIdOf(settings, market.dataMode);
    const archive = archiveOf(env, ledgerId);
    const now = marketClock(settings);
    const run = { market, narrator, now, newId: () => newId("ana"), archive };
    const analysis = await runAnalysis(symbol, run, watcher).catch(async (error: unknown) => {
      throw await withCandidates(error, { market, text: symbol, now: now() });
    });
    const valid = requireValidAnalysis(analysis, (issues) =>
      logUnexpected(new LoggedError(issues), { analysisRunner: symbol }),
    );
    await storeMoves({ db: openDatabase(env.DB), ledgerId }, valid).catch((error: unknown) =>
      logUnexpected(error, { call: "moves" }),
    );
    const evidenceHash = await storeSnapshot(env.FILES, valid);
    return { analysis: slimAnswer(valid, evidenceHash), evidenceHash };
  };
}

/** The archive as a run has it: a failure is logged and costs nobody the analysis. */
function archiveOf(env: Bindings, ledgerId: LedgerId): Archive {
  const db = openDatabase(env.DB);
  const store = { db, ledgerId };
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
    request: (company, now) => requestOf({ ...store, files: env.FILES }, company, now).catch(orElse(null)),
    keep: (gathered) => archiveSignals(db, { ledgerId, now: new Date() }, gathered).catch(orElse(undefined)),
  };
}

/** The input of the record's lock where there is one, so that a number on record stays the number shown; else the slate's. */
async function requestOf(
  store: { db: Database; ledgerId: LedgerId; files: R2Bucket },
  company: CompanyReport,
  now: Date,
): Promise<ForecastRequest | null> {
  const scored = await scoreCompany(store, company, now);
  if (!scored) return null;
  const evidence = scored.isLocked ? await lockEvidenceOf(store, scored.report) : null;
  return evidence ? (evidence.input as unknown as ForecastRequest) : scored.request;
}

/** The analysis of a ticker as of a past moment: only the simulated market knows what was known then. */
export async function analyseAsOf(symbol: string, asOf: Date): Promise<Analysis> {
  const [market, narrator] = [sampleMarket(), rulesNarrator];
  const run = { market, narrator, now: () => asOf, newId: () => newId("ana") };
  return runAnalysis(symbol, run, { onStage: () => undefined, onText: () => undefined });
}

type Parts = Pick<MarketDeps, "analysisRunner" | "runnerName" | "record"> & {
  db: Database;
  edge: EdgeResults | null;
  files: R2Bucket;
  quota: UserQuota;
  rates: RateLimits;
};

/** The edge only saves a way: without it the runner is asked. */
function withoutEdge(error: unknown): null {
  logUnexpected(error, { call: "edge results" });
  return null;
}

/** One user's analysis with its quota, its runner and the store of predictions. A null key names no request. */
export function userAnalysisOf(
  { db, edge, files, quota, rates, analysisRunner, runnerName, record }: Parts,
  userId: string,
  symbol: string,
  key: string | null,
): UserAnalysis {
  const owner = { kind: "analysis", userId } as const;
  const requestKey = key ?? crypto.randomUUID();
  return {
    symbol: dottedClass(symbol),
    isRepeatable: key !== null,
    quota,
    call: quota.call(requestKey, dottedClass(symbol)),
    uncounted: {
      take: () => rates.enforceRateLimit("uncountedAnalysis", userId),
      restore: () => rates.releaseRateToken("uncountedAnalysis", userId),
    },
    findNear: async () => (await edge?.find(runnerName(symbol)).catch(withoutEdge)) ?? null,
    open: () => analysisRunner(symbol).open(symbol),
    share(result) {
      if (edge) waitUntil(edge.leave(runnerName(symbol), result).catch(withoutEdge));
    },
    find: () => findRequest({ db, files }, userId, requestKey),
    async store({ analysis, evidenceHash }) {
      try {
        const frozen = { analysis, evidenceHash };
        return await putOnRecord(record(analysis.dataMode), { owner, requestKey, ...frozen });
      } catch (error) {
        if (await accountExists(db, userId)) throw error;
        // Deleted meanwhile: what this run wrote after the deletion goes too.
        await quota.clear();
        throw new AppError("unauthenticated", "This account has been deleted.");
      }
    },
    nowMs: () => Date.now(),
  };
}
