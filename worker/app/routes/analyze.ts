import { z } from "zod";
import { type AnalysisResponse, analysisResponseSchema } from "#contract/analysis.ts";
import { plainIssue } from "#contract/issues.ts";
import { BAD_SYMBOL_MESSAGE, EMPTY_SYMBOL_MESSAGE, symbolSchema } from "#contract/symbol.ts";
import { AppError, type ErrorAnswer } from "#platform/errors.ts";
import { withCandidates } from "#research/candidates.ts";
import type { AppContext } from "../deps.ts";
import { isWithinRateLimit } from "../http/access.ts";
import { readBytes } from "../http/body.ts";
import { isProblemPath, problemDetailsOf } from "../http/errors.ts";
import { openEventStream, sendOutcome } from "../http/event-stream.ts";
import { type Operation, operation } from "../http/operation.ts";
import type { SignedIn } from "../users.ts";
import { withMarket } from "../wiring/market.ts";

/** Accepts any text, because one that is no ticker is answered with the companies that it may mean. */
const symbolParamsSchema = z.object({ symbol: z.string().max(20_000) });

/** The client's idempotency key. A retried request with the same key is neither counted nor stored twice. */
const requestKeySchema = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\w-]{8,64}$/, "Idempotency-Key takes 8 to 64 letters, digits, - and _.")
    .optional(),
});

export const analyzeOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/analyze/:symbol",
    access: "user",
    summary: "Analyze a company's next report, as JSON or streamed as events",
    userRate: "analyze",
    isCountedByHandler: true,
    leadsTickers: true,
    params: symbolParamsSchema,
    headers: requestKeySchema,
    response: analysisResponseSchema,
    raw: [{ status: 200, type: "text/event-stream" }],
    errors: [
      "invalid_symbol",
      "unknown_symbol",
      "not_a_company",
      "no_estimate",
      "quota_exceeded",
      "email_unconfirmed",
      "conflict",
      "upstream_refused",
      "upstream_malformed",
      "upstream_rate_limited",
      "upstream_unavailable",
      "upstream_timeout",
    ],
    handle: ({ c, who, params, headers }) => analyze(c, who, params.symbol, headers["idempotency-key"]),
  }),
  operation({
    method: "POST",
    path: "/api/analyze/*",
    access: "user",
    summary: "Refuse what is no ticker",
    userRate: "search",
    isCountedByHandler: true,
    raw: [],
    errors: ["invalid_symbol"],
    handle: ({ c, who: { userId } }) => {
      const text = c.req.path.slice("/api/analyze/".length);
      return refuseText(c, userId, text, text ? BAD_SYMBOL_MESSAGE : EMPTY_SYMBOL_MESSAGE);
    },
  }),
];

const MAX_IGNORED_BYTES = 1024;

async function analyze(
  c: AppContext,
  who: SignedIn,
  text: string,
  givenKey: string | undefined,
): Promise<Response | AnalysisResponse> {
  const { deps } = c.var;
  const { userId } = who;
  const parsed = symbolSchema.safeParse(text, { error: plainIssue });
  if (!parsed.success)
    return refuseText(c, userId, text, parsed.error.issues[0]?.message ?? BAD_SYMBOL_MESSAGE);
  await readBytes(c.req.raw, MAX_IGNORED_BYTES);
  const reserved = Promise.withResolvers<void>();
  const wantsEvents = (c.req.header("accept") ?? "").includes("text/event-stream");
  const stream = wantsEvents ? openEventStream() : null;
  const work = deps.analyze(who, {
    symbol: parsed.data,
    key: givenKey ?? null,
    left: stream?.left ?? new AbortController().signal,
    onReserved: reserved.resolve,
    send: ({ event, data }) => stream?.send(event, data),
  });
  // Keeps the work running after the client disconnects. Otherwise a run that already counts would store
  // nothing.
  c.executionCtx.waitUntil(work.catch(() => undefined));
  if (!stream) return work;
  // Waits until the call is reserved, so that a refusal before it is answered with an HTTP status instead of an
  // event.
  await Promise.race([reserved.promise, work]);
  const present = isProblemPath(c.req.path)
    ? (answer: ErrorAnswer) => problemDetailsOf(c, answer)
    : undefined;
  c.executionCtx.waitUntil(sendOutcome(stream, work, present));
  return stream.response;
}

/** Refuses a text that is no ticker. Throws `invalid_symbol` with the companies that the text may mean. */
async function refuseText(c: AppContext, userId: string, text: string, message: string): Promise<never> {
  const { deps } = c.var;
  await deps.enforceRateLimit("search", userId);
  throw await withCandidates(new AppError("invalid_symbol", message), {
    market: (await withMarket(deps)).market,
    text,
    now: deps.marketNow(),
    isNearestAllowed: () => isWithinRateLimit(deps, "nearestNames", userId),
  });
}
