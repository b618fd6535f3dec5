import type { Analysis, AnalysisResponse, Stage } from "#contract/analysis.ts";
import { dottedClass } from "#contract/symbol.ts";
import { AppError } from "#platform/errors.ts";
import type { QuotaCall } from "#platform/limits/user-quota.ts";
import { type Result, type RunEvent, readRun } from "./analysis-runner.ts";
import { slimAnswer } from "./slim-answer.ts";

type Outcome = Awaited<ReturnType<QuotaCall["commit"]>>["outcome"];

type Frozen = { analysis: Analysis; evidenceHash: string };

/** What one user's analysis needs of the other rooms. */
export type UserAnalysis = {
  /** As `dottedClass` writes it: one company, one spelling. */
  symbol: string;
  /** The client named the request, so that it may have come before. */
  isRepeatable: boolean;
  quota: { limit: number | null; period: { endsAt: string } };
  call: QuotaCall;
  /** Bounds the runs nobody pays for: taken before a run, restored once it counts. */
  uncounted: { take(): Promise<void>; restore(): Promise<void> };
  /** The ticker's finished run where it is near; null where nobody near has one. */
  findNear(): Promise<Result | null>;
  open(): Promise<ReadableStream<Uint8Array>>;
  /** Leaves a result where others find it. */
  share(result: Result): void;
  /** The analysis that this request stored earlier, or null. */
  find(): Promise<(Frozen & { symbol: string }) | null>;
  /** Stores the prediction of a frozen analysis; `evidenceHash` names an earlier one where this request stored one before. */
  store(
    frozen: Frozen,
  ): Promise<Pick<AnalysisResponse, "predictionId" | "prediction"> & Pick<Frozen, "evidenceHash">>;
  nowMs(): number;
};

type Listener = {
  /** The call is reserved: what goes wrong from here on is sent as an event. */
  onReserved(): void;
  hasLeft(): boolean;
  send(event: Exclude<RunEvent, { event: "result" | "error" }>): void;
};

/**
 * One analysis for one user, by docs/decisions/0041-leaving-an-analysis.md. A key that was answered before gets the same
 * answer at no cost. Throws `conflict`, `quota_exceeded`, `email_unconfirmed`, `rate_limited`, or why the run failed.
 */
export async function analyzeForUser(run: UserAnalysis, listener: Listener): Promise<AnalysisResponse> {
  const earlier = run.isRepeatable ? await replayed(run) : null;
  if (earlier) return earlier;
  const near = await run.findNear();
  return near ? answeredNear(run, near, listener) : answeredByRun(run, listener);
}

/** A result at hand costs no run: the call is taken at once, and only a failure of our store gives it back. */
async function answeredNear(run: UserAnalysis, near: Result, listener: Listener): Promise<AnalysisResponse> {
  if (listener.hasLeft()) throw new AppError("upstream_unavailable", "The listener has left.");
  const taken = await run.call.take();
  if (taken.outcome !== "granted") throw refusal(run, taken.outcome);
  let isStored = false;
  try {
    listener.onReserved();
    // A request with the same key may have ended since.
    const ended = taken.isCompleted ? await replayed(run) : null;
    const response = ended ?? (await storedResult(run, near, run.isRepeatable ? null : taken.used));
    isStored = true;
    return response;
  } finally {
    // Does nothing to a call whose prediction is stored.
    if (!isStored) await run.call.release();
  }
}

async function answeredByRun(run: UserAnalysis, listener: Listener): Promise<AnalysisResponse> {
  const reserved = await run.call.reserve();
  if (reserved.outcome !== "granted") throw refusal(run, reserved.outcome);
  let isCommitted = false;
  // `release` undoes a commit too, which only a failure on our side may do; `abandon` does not.
  let undo: "abandon" | "release" | null = "abandon";
  try {
    // A request with the same key may have ended since.
    const ended = reserved.isCompleted ? await replayed(run) : null;
    if (ended) {
      undo = null;
      return ended;
    }
    await run.uncounted.take();
    listener.onReserved();
    undo = "release";
    for await (const event of readRun(await run.open())) {
      if (event.event === "error") throw await failed(run, event.data);
      if (!isCommitted && listener.hasLeft()) continue;
      if (event.event === "stage") {
        listener.send({ event: "stage", data: withoutFindings(event.data) });
        continue;
      }
      if (!isCommitted) await commit(run);
      isCommitted = true;
      if (event.event === "text") {
        listener.send(event);
        continue;
      }
      run.share(event.data);
      const response = await storedResult(run, event.data);
      undo = null;
      return response;
    }
    undo = "abandon";
    throw new AppError("upstream_unavailable", "The listener has left.");
  } finally {
    if (undo) await run.call[undo]();
  }
}

/** The call counts; a run that counts leaves the budget of those that do not. */
async function commit(run: UserAnalysis): Promise<void> {
  const { outcome } = await run.call.commit();
  if (outcome !== "granted") throw refusal(run, outcome);
  await run.uncounted.restore();
}

/** Why a part is missing may be shown at once; what was found is the answer itself. */
function withoutFindings(stage: Stage): Stage {
  return stage.status === "done" ? { ...stage, detail: null } : stage;
}

/** Stores the result. A request that another run of the same key has answered meanwhile is answered the same. */
async function storedResult(
  run: UserAnalysis,
  { analysis, evidenceHash, isCached }: Result,
  /** Calls used, where nobody else knows the request's key: then nothing could take the call back. */
  alreadyUsed: number | null = null,
): Promise<AnalysisResponse> {
  const stored = await run.store({ analysis, evidenceHash });
  const { predictionId, prediction } = stored;
  if (stored.evidenceHash !== evidenceHash) {
    const earlier = await replayed(run);
    if (earlier) return earlier;
  }
  const used = alreadyUsed ?? (await run.call.complete());
  return { ...analysis, prediction, predictionId, isCached, quota: { used, limit: run.quota.limit } };
}

async function replayed(run: UserAnalysis): Promise<AnalysisResponse | null> {
  const earlier = await run.find();
  if (!earlier) return null;
  if (dottedClass(earlier.symbol) !== run.symbol) throw refusal(run, "conflict");
  const { predictionId, prediction } = await run.store(earlier);
  const used = await run.call.complete();
  return {
    ...slimAnswer(earlier.analysis, earlier.evidenceHash),
    prediction,
    predictionId,
    isCached: true,
    quota: { used, limit: run.quota.limit },
  };
}

/** A failure that the runner remembers asked no source, so it costs nothing of the budget. */
async function failed(
  run: UserAnalysis,
  { isRemembered, code, message, ...extras }: Extract<RunEvent, { event: "error" }>["data"],
): Promise<AppError> {
  if (isRemembered) await run.uncounted.restore();
  return new AppError(code, message, extras);
}

function refusal(run: UserAnalysis, outcome: Exclude<Outcome, "granted">): AppError {
  switch (outcome) {
    case "conflict":
      return new AppError(
        "conflict",
        "This Idempotency-Key belongs to the analysis of another ticker. Send a new key with a new request.",
      );
    case "gone":
      return new AppError("unauthenticated", "This account has been deleted.");
    case "unconfirmed":
      return new AppError(
        "email_unconfirmed",
        "Please confirm your email address before your next analysis: open the link we emailed you.",
      );
    case "spent":
      return quotaSpent(run);
  }
}

function quotaSpent({ quota, nowMs }: UserAnalysis): AppError {
  const { endsAt } = quota.period;
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(endsAt),
  );
  return new AppError(
    "quota_exceeded",
    `You have used all ${quota.limit} analyses for this period. More are available on ${day} (UTC), or at once with a larger plan.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs()) / 1000)) },
  );
}
