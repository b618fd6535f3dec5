import type { Analysis, AnalysisResponse, Stage } from "#contract/analysis.ts";
import { dottedClass } from "#contract/symbol.ts";
import { AppError } from "#worker/errors.ts";
import { type RunEvent, readRun } from "./analysis-runner.ts";

type Outcome = "granted" | "spent" | "conflict" | "gone" | "unconfirmed";

/** What one user's analysis needs of the other rooms. */
export type CountedRun = {
  /** As `dottedClass` writes it: one company, one spelling. */
  symbol: string;
  quota: { limit: number | null; period: { endsAt: string } };
  /** The user's call in their quota. */
  call: {
    reserve(): Promise<
      { outcome: Exclude<Outcome, "granted"> } | { outcome: "granted"; isCompleted: boolean }
    >;
    commit(): Promise<{ outcome: Outcome }>;
    complete(): Promise<number>;
    release(): Promise<void>;
    abandon(): Promise<void>;
  };
  /** Bounds the runs nobody pays for: taken before a run, restored once it counts. */
  uncounted: { take(): Promise<void>; restore(): Promise<void> };
  /** Joins the ticker's run or begins one. */
  open(): Promise<ReadableStream<Uint8Array>>;
  /** The analysis that this request stored earlier, or null. */
  find(): Promise<{ symbol: string; analysis: Analysis } | null>;
  /** Stores the prediction with its analysis; `snapshotId` names an earlier one where this request stored one before. */
  store(
    analysis: Analysis,
  ): Promise<Pick<AnalysisResponse, "predictionId" | "prediction"> & { snapshotId: string }>;
  nowMs(): number;
};

/** Who waits for a run. */
export type Listener = {
  hasLeft(): boolean;
  send(event: Exclude<RunEvent, { event: "result" | "error" }>): void;
};

/**
 * Reserves the call. Answers the analysis that the same request gave earlier, at no cost and whatever is left of the
 * quota, or null when it may run. Throws `conflict` for a key of another ticker, `quota_exceeded`, `email_unconfirmed`,
 * `rate_limited` after too many runs that did not count.
 */
export async function reserveRun(run: CountedRun, isRepeatable: boolean): Promise<AnalysisResponse | null> {
  const earlier = isRepeatable ? await replayed(run) : null;
  if (earlier) return earlier;
  const reserved = await run.call.reserve();
  if (reserved.outcome !== "granted") throw refusal(run, reserved.outcome);
  // A request with the same key may have ended since.
  const ended = reserved.isCompleted ? await replayed(run) : null;
  if (ended) return ended;
  await run.uncounted.take().catch(async (error: unknown) => {
    await run.call.abandon();
    throw error;
  });
  return null;
}

/**
 * Follows the ticker's run for one user whose call is reserved. The call counts before anything of worth leaves; leaving
 * earlier costs nothing, leaving later changes nothing, and a run that fails on our side never counts.
 */
export async function followRun(run: CountedRun, listener: Listener): Promise<AnalysisResponse> {
  let isCounted = false;
  const count = async () => {
    if (isCounted) return;
    const { outcome } = await run.call.commit();
    if (outcome !== "granted") throw refusal(run, outcome);
    isCounted = true;
    await run.uncounted.restore();
  };
  try {
    for await (const event of readRun(await run.open())) {
      if (event.event === "error") throw await failed(run, event.data);
      if (!isCounted && listener.hasLeft()) continue;
      if (event.event === "stage") {
        listener.send({ event: "stage", data: withoutFindings(event.data) });
        continue;
      }
      await count();
      if (event.event === "result") return await storedResult(run, event.data);
      listener.send(event);
    }
  } catch (error) {
    await run.call.release();
    throw error;
  }
  await run.call.abandon();
  throw new AppError("upstream_unavailable", "The listener has left.");
}

/** Why a part is missing may be shown at once; what was found is the answer itself. */
function withoutFindings(stage: Stage): Stage {
  return stage.status === "done" ? { ...stage, detail: null } : stage;
}

/** Stores the result. A request that another run of the same key has answered meanwhile is answered the same. */
async function storedResult(
  run: CountedRun,
  { analysis, isCached }: Extract<RunEvent, { event: "result" }>["data"],
): Promise<AnalysisResponse> {
  const { predictionId, prediction, snapshotId } = await run.store(analysis);
  if (snapshotId !== analysis.id) {
    const earlier = await replayed(run);
    if (earlier) return earlier;
  }
  const used = await run.call.complete();
  return { ...analysis, prediction, predictionId, isCached, quota: { used, limit: run.quota.limit } };
}

async function replayed(run: CountedRun): Promise<AnalysisResponse | null> {
  const earlier = await run.find();
  if (!earlier) return null;
  if (dottedClass(earlier.symbol) !== run.symbol) throw refusal(run, "conflict");
  const { predictionId, prediction } = await run.store(earlier.analysis);
  const used = await run.call.complete();
  return {
    ...earlier.analysis,
    prediction,
    predictionId,
    isCached: true,
    quota: { used, limit: run.quota.limit },
  };
}

/** A failure that the runner remembers asked no source, so it costs nothing of the budget. */
async function failed(
  run: CountedRun,
  { isRemembered, code, message, ...extras }: Extract<RunEvent, { event: "error" }>["data"],
): Promise<AppError> {
  if (isRemembered) await run.uncounted.restore();
  return new AppError(code, message, extras);
}

function refusal(run: CountedRun, outcome: Exclude<Outcome, "granted">): AppError {
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
        "Please confirm your email address before your next analysis: open the link we mailed you.",
      );
    case "spent":
      return quotaSpent(run);
  }
}

function quotaSpent({ quota, nowMs }: CountedRun): AppError {
  const { endsAt } = quota.period;
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(endsAt),
  );
  return new AppError(
    "quota_exceeded",
    `You have used all ${quota.limit} analyses of this period. New ones come on ${day} (UTC), or at once with a larger plan.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs()) / 1000)) },
  );
}
