import { z } from "zod";
import type { Session } from "#accounts/session.ts";
import type { Analysis, AnalysisResponse } from "#contract/analysis.ts";
import { BAD_SYMBOL_MESSAGE, EMPTY_SYMBOL_MESSAGE, symbolSchema } from "#contract/symbol.ts";
import { putOnRecord } from "#predictions/record.ts";
import { type RunEvent, readRun } from "#research/room.ts";
import type { AppContext } from "#worker/context.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError, errorAnswer, logUnexpected } from "#worker/errors.ts";
import { readBytes, validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

export const analyzeOperations: readonly Operation[] = [
  { method: "POST", path: "/api/analyze/:symbol", access: "user", handle: analyze },
  {
    method: "POST",
    path: "/api/analyze/*",
    access: "user",
    handle: (c) => {
      const hasText = c.req.path.length > "/api/analyze/".length;
      throw new AppError("invalid_symbol", hasText ? BAD_SYMBOL_MESSAGE : EMPTY_SYMBOL_MESSAGE);
    },
  },
];

/** The body is not used; what a client sends all the same is bounded. */
const MAX_IGNORED_BYTES = 1024;

/** Names a request, so that a repeated one is neither counted nor stored twice. */
const requestKeySchema = z
  .string()
  .regex(/^[\w-]{8,64}$/, "Idempotency-Key takes 8 to 64 letters, digits, - and _.");

async function analyze(c: AppContext, who: Session): Promise<Response> {
  const symbol = symbolOf(c.req.param("symbol") ?? "");
  await readBytes(c.req.raw, MAX_IGNORED_BYTES);
  await c.var.deps.hold("analyze", who.userId);
  const header = c.req.header("idempotency-key");
  const requestKey = header === undefined ? crypto.randomUUID() : validate(requestKeySchema, header);
  const job = await reserve(c.var.deps, who.userId, symbol, requestKey);
  const wantsEvents = (c.req.header("accept") ?? "").includes("text/event-stream");
  if (!wantsEvents) return c.json(await finished(job));
  const { response, ended } = streamed(job);
  // Without this the runtime drops everything when the listener leaves, and the call stays reserved.
  c.executionCtx.waitUntil(ended);
  return response;
}

/** A ticker as typed. Throws `invalid_symbol` with the spec's text. */
function symbolOf(text: string): string {
  const parsed = symbolSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_symbol", parsed.error.issues[0]?.message ?? "That is not a ticker symbol.");
}

/** One user's analysis: a reserved call that is committed with the result or given back without. */
type Job = {
  events: AsyncGenerator<RunEvent>;
  complete(analysis: Analysis, isCached: boolean): Promise<AnalysisResponse>;
  giveBack(): Promise<void>;
};

async function reserve(deps: Deps, userId: string, symbol: string, requestKey: string): Promise<Job> {
  const { period, callLimit } = await deps.entitlement(userId);
  const quota = deps.quota(userId);
  const nowMs = () => deps.now().getTime();
  const reserved = await quota.reserve(requestKey, period, callLimit, nowMs());
  if (!reserved.isGranted) throw quotaSpent(reserved.limit, period.endsAt, nowMs());
  const giveBack = async () => {
    await quota.release(requestKey, period.id, nowMs());
  };
  const stream = await deps
    .room(symbol)
    .open(symbol)
    .catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
  return {
    events: readRun(stream),
    giveBack,
    async complete(analysis, isCached) {
      const record = deps.record(analysis.dataMode);
      const owner = { kind: "analysis", userId } as const;
      const { predictionId, prediction } = await putOnRecord(record, { owner, requestKey, analysis });
      const used = await quota.commit(requestKey, period.id, nowMs());
      return { ...analysis, prediction, predictionId, isCached, quota: { used, limit: callLimit } };
    },
  };
}

/** Waits for the run's end. Gives the call back whatever goes wrong before the user has an answer. */
async function finished(
  job: Job,
  onStage: (event: RunEvent) => void = () => undefined,
  hasLeft: () => boolean = () => false,
): Promise<AnalysisResponse> {
  try {
    for await (const event of job.events) {
      if (hasLeft()) throw new AppError("upstream_unavailable", "The listener has left.");
      if (event.event === "result") return await job.complete(event.data.analysis, event.data.isCached);
      if (event.event === "error") throw failed(event.data);
      onStage(event);
    }
    throw new AppError(
      "upstream_unavailable",
      "The analysis broke off. Nothing was counted; please try again.",
    );
  } catch (error) {
    await job.giveBack();
    throw error;
  }
}

/**
 * The same as server-sent events: one a stage, then the result or the error. A listener who leaves before the end gets
 * the call back at once and is not charged; asking again with the same key takes the run up.
 */
function streamed(job: Job): { response: Response; ended: Promise<void> } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let hasLeft = false;
  const leaving = writer.closed.catch(() => {
    hasLeft = true;
    return job.giveBack();
  });
  const send = (event: string, data: unknown) =>
    writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  const ended = finished(
    job,
    (event) => void send(event.event, event.data).catch(() => undefined),
    () => hasLeft,
  )
    .then(
      (response) => send("result", response),
      (error: unknown) => (hasLeft ? undefined : send("error", toldError(error))),
    )
    .catch(() => job.giveBack())
    .then(() => writer.close())
    .catch(() => undefined)
    .then(() => leaving);
  const headers = { "content-type": "text/event-stream; charset=utf-8" };
  return { response: new Response(readable, { headers }), ended };
}

function failed({
  code,
  message,
  retryAfterSeconds,
}: Extract<RunEvent, { event: "error" }>["data"]): AppError {
  return new AppError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

/** The error as the stream tells it; one that nobody foresaw is logged, as the router does for other calls. */
function toldError(error: unknown) {
  if (!(error instanceof AppError)) logUnexpected(error, { call: "analyze stream" });
  const known =
    error instanceof AppError ? error : new AppError("internal", "Something went wrong on our side.");
  const { status, body } = errorAnswer(known.code, known.message, known.extras);
  return { ...body, status };
}

function quotaSpent(limit: number, endsAt: string, nowMs: number): AppError {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(endsAt),
  );
  return new AppError(
    "quota_exceeded",
    `You have used all ${limit} analyses of this period. New ones come on ${day} (UTC), or at once with a larger plan.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs) / 1000)) },
  );
}
