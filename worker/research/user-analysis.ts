import { waitUntil } from "cloudflare:workers";
import type { AnalysisResponse, Stage } from "#contract/analysis.ts";
import type { DataMode } from "#contract/prediction.ts";
import { dottedClass } from "#contract/symbol.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import type { RateLimits } from "#platform/limits/rate-limiter.ts";
import { keyOfAnotherTicker, type QuotaCall, type UserQuota } from "#platform/limits/user-quota.ts";
import type { LedgerId } from "#platform/scope.ts";
import { putOnRecord, type RecordDeps, storedAnswer } from "#record/record.ts";
import { findAnswered } from "#record/store.ts";
import { type Finished, RESULT_TTL_MS, type Result, type RunEvent, readRun } from "./analysis-runner.ts";
import { slimAnswer } from "./answer.ts";
import type { EdgeResults } from "./edge-results.ts";

type UserAnalysisParts = {
  db: Database;
  files: R2Bucket;
  quota: UserQuota;
  rates: Pick<RateLimits, "enforceRateLimit" | "releaseRateToken">;
  /** Null when only the runner has results. */
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
  /** Null when the client sent no key. */
  key: string | null;
  /** Aborted when the client disconnects. */
  left: AbortSignal;
  /** After this call, failures are sent as events. */
  onReserved(): void;
  send(event: Exclude<RunEvent, { event: "result" | "error" }>): void;
};

type UserRun = AnalysisRequest & { requestKey: string; call: QuotaCall };

/**
 * docs/decisions/0041-leaving-an-analysis.md explains it. A known key, or a ticker with the same evidence, gets the
 * same answer without using the quota. Throws whatever `QuotaCall` throws, or why the run failed.
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

/** Only a failure of our own storage gives the call back. */
async function answerFromEdgeCache(
  parts: UserAnalysisParts,
  run: UserRun,
  near: Result,
): Promise<AnalysisResponse> {
  run.left.throwIfAborted();
  const reserved = await run.call.take();
  const own = { ...run, requestKey: reserved.requestKey };
  let isStored = false;
  try {
    run.onReserved();
    // The request that started this call may have ended.
    const ended = reserved.isCompleted ? await replayed(parts, own) : null;
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
  // `release` also undoes a commit, which only our own failure may do; `abandon` does not.
  let undo: "abandon" | "release" | null = "abandon";
  try {
    const ended = reserved.isCompleted ? await replayed(parts, run) : null;
    if (ended) {
      undo = null;
      return ended;
    }
    // Limits runs that nobody pays for. The token is restored once the run counts.
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

/** The reason why a part is missing may be shown. */
function withoutFindings(stage: Stage): Stage {
  return stage.status === "done" ? { ...stage, detail: null } : stage;
}

/** A key that another run has answered meanwhile gets the same answer. */
async function storedResult(
  parts: UserAnalysisParts,
  run: UserRun,
  { analysis, evidenceHash, isCached }: Result,
  /** The number of calls used, when nobody else knows the key and so nothing could take the call back. */
  alreadyUsed: number | null,
): Promise<AnalysisResponse> {
  const stored = await store(parts, run, { analysis, evidenceHash });
  if (stored.evidenceHash !== evidenceHash) {
    const earlier = await replayed(parts, run);
    if (earlier) return earlier;
  }
  const { predictionId, prediction } = stored;
  const used = alreadyUsed ?? (await run.call.complete());
  return { ...analysis, prediction, predictionId, isCached, quota: { used, limit: parts.quota.limit } };
}

/** Finds an earlier answer by request, or by ticker and evidence. */
async function replayed(parts: UserAnalysisParts, run: UserRun): Promise<AnalysisResponse | null> {
  return (await answeredBefore(parts, run)).response;
}

/** `ticker` is the current one. */
async function answeredBefore(
  parts: UserAnalysisParts,
  { userId, symbol, requestKey }: Pick<UserRun, "userId" | "symbol" | "requestKey">,
): Promise<{ ticker: string; response: AnalysisResponse | null }> {
  const ago = (now: Date) => new Date(now.getTime() - RESULT_TTL_MS);
  const since = { created: ago(parts.now()), evidence: ago(parts.marketNow()) };
  const ledgerId = await parts.ledgerId();
  const { ticker, earlier } = await findAnswered(parts, { userId, ledgerId, symbol, requestKey, since });
  if (!earlier) return { ticker, response: null };
  const { id, requestKey: key, analysis, evidenceHash, isLocked } = earlier;
  const { used } = await parts.quota.call(key, ticker).repeat();
  if (dottedClass(earlier.symbol) !== ticker) throw keyOfAnotherTicker();
  const { predictionId, prediction } = isLocked
    ? storedAnswer(id, analysis)
    : await store(parts, { userId, requestKey: key }, { analysis, evidenceHash });
  const response = {
    ...slimAnswer(analysis, evidenceHash),
    prediction,
    predictionId,
    isCached: true,
    quota: { used, limit: parts.quota.limit },
  };
  return { ticker, response };
}

async function store(
  parts: UserAnalysisParts,
  { userId, requestKey }: Pick<UserRun, "userId" | "requestKey">,
  finished: Finished,
) {
  try {
    const owner = { kind: "analysis", userId } as const;
    return await putOnRecord(parts.record(finished.analysis.dataMode), { owner, requestKey, ...finished });
  } catch (error) {
    if (await parts.accountExists(userId)) throw error;
    // The account was deleted meanwhile, so what this run has written since is deleted too.
    await parts.quota.clear();
    throw new AppError("unauthenticated", "This account has been deleted.");
  }
}

/** A remembered failure asked no source: it costs nothing. */
async function failed(
  { rates }: UserAnalysisParts,
  { userId }: UserRun,
  { isRemembered, code, message, ...extras }: Extract<RunEvent, { event: "error" }>["data"],
): Promise<AppError> {
  if (isRemembered) await rates.releaseRateToken("uncountedAnalysis", userId);
  return new AppError(code, message, extras);
}
