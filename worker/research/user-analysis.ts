import { waitUntil } from "cloudflare:workers";
import type { Analysis, AnalysisResponse, Stage } from "#contract/analysis.ts";
import type { DataMode } from "#contract/prediction.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { readSnapshot } from "#platform/files/evidence-file.ts";
import type { RateLimits } from "#platform/limits/rate-limiter.ts";
import { keyOfAnotherTicker, type QuotaCall, type UserQuota } from "#platform/limits/user-quota.ts";
import type { LedgerId } from "#platform/scope.ts";
import { putOnRecord, type RecordDeps, storedAnswer } from "#record/record.ts";
import { findAnswered } from "#record/store.ts";
import {
  type CompletedAnalysis,
  RESULT_TTL_MS,
  type RunEvent,
  readRun,
  type SharedAnalysis,
} from "./analysis-runner.ts";
import { withoutChartSeries } from "./answer.ts";
import type { EdgeResults } from "./edge-results.ts";

type UserAnalysisParts = {
  db: Database;
  files: R2Bucket;
  quota: UserQuota;
  rates: Pick<RateLimits, "enforceRateLimit" | "releaseRateToken">;
  /** Null without an edge cache, when only the runners have results. */
  edge: EdgeResults | null;
  runnerName(symbol: string): string;
  openRun(symbol: string): Promise<ReadableStream<Uint8Array>>;
  record(dataMode: DataMode): RecordDeps;
  ledgerId(): Promise<LedgerId>;
  accountExists(userId: string): Promise<boolean>;
  now(): Date;
  marketNow(): Date;
};

export type AnalysisRequest = {
  userId: string;
  symbol: string;
  /** The client's idempotency key, or null when it sent none. */
  key: string | null;
  /** Aborted when the client disconnects. */
  left: AbortSignal;
  /**
   * Called when the quota's call is reserved. Failures before it are answered by an HTTP status, later ones by
   * an event.
   */
  onReserved(): void;
  send(event: Exclude<RunEvent, { event: "result" | "error" }>): void;
};

type UserRun = AnalysisRequest & { requestKey: string; call: QuotaCall };

/**
 * Analyzes a company for a person and counts it against the quota; docs/decisions/0041-leaving-an-analysis.md
 * explains when. A request key that was answered before, or a ticker answered within the last ten minutes, gets
 * the same answer without using the quota. Throws whatever `QuotaCall` throws, or why the run failed.
 */
export async function analyzeForUser(
  parts: UserAnalysisParts,
  request: AnalysisRequest,
): Promise<AnalysisResponse> {
  const requestKey = request.key ?? crypto.randomUUID();
  const { ticker, response } = await answeredBefore(parts, { ...request, requestKey });
  if (response) return response;
  const run = { ...request, symbol: ticker, requestKey, call: parts.quota.call(requestKey, ticker) };
  const near = (await parts.edge?.find(parts.runnerName(ticker))) ?? null;
  return near ? answerFromEdgeCache(parts, run, near) : answeredByRun(parts, run);
}

/**
 * Answers a request with a result from the edge cache. The call counts at once; it is given back only if our
 * own storage fails.
 */
async function answerFromEdgeCache(
  parts: UserAnalysisParts,
  run: UserRun,
  near: SharedAnalysis,
): Promise<AnalysisResponse> {
  run.left.throwIfAborted();
  const reserved = await run.call.take();
  const own = { ...run, requestKey: reserved.requestKey };
  let isStored = false;
  try {
    run.onReserved();
    // The call may be shared with an earlier request that has already been answered.
    const ended = reserved.isCompleted ? await earlierAnswerTo(parts, own) : null;
    const response = ended ?? (await storedResult(parts, own, near, run.key === null ? reserved.used : null));
    isStored = true;
    return response;
  } finally {
    // A call whose prediction is stored stays counted.
    if (!isStored) await run.call.release();
  }
}

async function answeredByRun(parts: UserAnalysisParts, request: UserRun): Promise<AnalysisResponse> {
  const { userId, symbol, call, left, send } = request;
  const reserved = await call.reserve();
  const run = { ...request, requestKey: reserved.requestKey };
  left.addEventListener("abort", () => waitUntil(call.abandon()));
  let isCommitted = false;
  // How to give the call back when this request ends without an answer. `release` also undoes a commit, which
  // only a failure on our side may do; `abandon` does not.
  let undo: "abandon" | "release" | null = "abandon";
  try {
    const ended = reserved.isCompleted ? await earlierAnswerTo(parts, run) : null;
    if (ended) {
      undo = null;
      return ended;
    }
    // Limits runs that do not count against the quota. The token is given back as soon as the run counts.
    await parts.rates.enforceRateLimit("uncountedAnalysis", userId);
    run.onReserved();
    undo = "release";
    for await (const event of readRun(await parts.openRun(symbol))) {
      if (event.event === "error") throw await failed(parts, run, event.data);
      if (!isCommitted && left.aborted) continue;
      if (event.event === "stage") {
        send({ event: "stage", data: withoutFindings(event.data) });
        continue;
      }
      if (!isCommitted) {
        await call.commit();
        await parts.rates.releaseRateToken("uncountedAnalysis", userId);
      }
      isCommitted = true;
      if (event.event === "text") {
        send(event);
        continue;
      }
      if (parts.edge) waitUntil(parts.edge.leave(parts.runnerName(symbol), event.data));
      const response = await storedResult(parts, run, event.data, null);
      undo = null;
      return response;
    }
    undo = "abandon";
    throw left.reason;
  } finally {
    if (undo) await call[undo]();
  }
}

/**
 * Removes what a finished stage found, because the call does not count yet. The reason why a part is missing
 * may be shown.
 */
function withoutFindings(stage: Stage): Stage {
  return stage.status === "done" ? { ...stage, detail: null } : stage;
}

/**
 * Stores a run's result as the person's prediction and returns the response. If another run has already stored
 * an answer under the same request key, that answer is returned.
 */
async function storedResult(
  parts: UserAnalysisParts,
  run: UserRun,
  { analysis, evidenceHash, isCached }: SharedAnalysis,
  /**
   * The number of calls used, if nobody else knows the request key, so that the call cannot be given back and
   * needs no `complete`. Otherwise null.
   */
  alreadyUsed: number | null,
): Promise<AnalysisResponse> {
  const stored = await store(parts, run, { analysis, evidenceHash });
  if (stored.evidenceHash !== evidenceHash) {
    const earlier = await earlierAnswerTo(parts, run);
    if (earlier) return earlier;
  }
  const { predictionId, prediction } = stored;
  const used = alreadyUsed ?? (await run.call.complete());
  return { ...analysis, prediction, predictionId, isCached, quota: { used, limit: parts.quota.limit } };
}

/**
 * Returns an earlier answer to the same request, or to one with the same ticker whose evidence is still valid,
 * or null.
 */
async function earlierAnswerTo(parts: UserAnalysisParts, run: UserRun): Promise<AnalysisResponse | null> {
  return (await answeredBefore(parts, run)).response;
}

/** Returns the company's current ticker, and the response with the person's earlier answer or null. */
async function answeredBefore(
  parts: UserAnalysisParts,
  { userId, symbol, requestKey }: Pick<UserRun, "userId" | "symbol" | "requestKey">,
): Promise<{ ticker: string; response: AnalysisResponse | null }> {
  const ago = (now: Date) => new Date(now.getTime() - RESULT_TTL_MS);
  const since = { created: ago(parts.now()), evidence: ago(parts.marketNow()) };
  const ledgerId = await parts.ledgerId();
  const { ticker, earlier } = await findAnswered(
    parts,
    { userId, ledgerId, symbol, requestKey, since },
    (evidenceHash, currentTicker) => storedAnalysis(parts, evidenceHash, currentTicker),
  );
  if (!earlier) return { ticker, response: null };
  const { id, requestKey: key, analysis, evidenceHash, isLocked } = earlier;
  const { used } = await parts.quota.call(key, ticker).repeat();
  if (withDottedShareClass(earlier.symbol) !== ticker) throw keyOfAnotherTicker();
  const { predictionId, prediction } = isLocked
    ? storedAnswer(id, analysis)
    : await store(parts, { userId, requestKey: key }, { analysis, evidenceHash });
  const response = {
    ...withoutChartSeries(analysis, evidenceHash),
    prediction,
    predictionId,
    isCached: true,
    quota: { used, limit: parts.quota.limit },
  };
  return { ticker, response };
}

/** Reads an analysis from the edge cache while the ticker's newest one is this, otherwise from its file. */
async function storedAnalysis(
  { edge, files, runnerName }: UserAnalysisParts,
  evidenceHash: string,
  ticker: string,
): Promise<Analysis> {
  const near = await edge?.find(runnerName(ticker));
  return near?.evidenceHash === evidenceHash ? near.analysis : readSnapshot(files, evidenceHash);
}

async function store(
  parts: UserAnalysisParts,
  { userId, requestKey }: Pick<UserRun, "userId" | "requestKey">,
  finished: CompletedAnalysis,
) {
  try {
    const owner = { kind: "analysis", userId } as const;
    return await putOnRecord(parts.record(finished.analysis.dataMode), { owner, requestKey, ...finished });
  } catch (error) {
    if (await parts.accountExists(userId)) throw error;
    // The account was deleted during this run, so the quota data that the run has written since then is deleted
    // too.
    await parts.quota.clear();
    throw new AppError("unauthenticated", "This account has been deleted.");
  }
}

/**
 * Returns the error of a failed run. A remembered failure called no source, so the person gets the rate limit's
 * token back.
 */
async function failed(
  { rates }: UserAnalysisParts,
  { userId }: UserRun,
  { isRemembered, code, message, ...extras }: Extract<RunEvent, { event: "error" }>["data"],
): Promise<AppError> {
  if (isRemembered) await rates.releaseRateToken("uncountedAnalysis", userId);
  return new AppError(code, message, extras);
}
