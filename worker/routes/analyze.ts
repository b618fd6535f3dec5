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
  return wantsEvents ? streamed(job) : c.json(await finished(job));
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
): Promise<AnalysisResponse> {
  try {
    for await (const event of job.events) {
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

/** The same as server-sent events: one a stage, then the result or the error. A listener who leaves is not charged. */
function streamed(job: Job): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const send = (event: string, data: unknown) =>
    writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  void finished(job, (event) => void send(event.event, event.data).catch(() => undefined))
    .then(
      (response) => send("result", response),
      (error: unknown) => send("error", toldError(error)),
    )
    .catch(() => job.giveBack())
    .finally(() => writer.close().catch(() => undefined));
  return new Response(readable, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
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
