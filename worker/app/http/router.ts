import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { AppError, errorAnswer } from "#platform/errors.ts";
import { networkOf } from "#platform/network.ts";
import { resolveTickers } from "#season/identity/tickers.ts";
import type { SeasonStore } from "#season/store.ts";
import type { AppContext, AppEnv } from "../deps.ts";
import type { SignedIn } from "../users.ts";
import { withMarket } from "../wiring/market.ts";
import {
  rejectCrossOriginWrites,
  requireKey,
  requireOperator,
  requireSignedIn,
  UNKNOWN_ENDPOINT_MESSAGE,
  withRateLimitHeaders,
} from "./access.ts";
import { readBytes, readJson, validate } from "./body.ts";
import { cacheableJsonResponse, findCachedResponse } from "./edge-cache.ts";
import { sendError } from "./errors.ts";
import { accountRateLimitOf, type Operation } from "./operation.ts";

/**
 * Returns the routes of the API's operations. A wrong method on a declared path gets 405, and an unknown path
 * gets 404.
 */
export function apiRouter(operations: readonly Operation[]): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const onMethodNotAllowed = (c: AppContext, methods: string[]) => {
    c.header("Allow", methods.join(", "));
    return sendError(c, errorAnswer("method_not_allowed", `${c.req.method} is not possible here.`));
  };
  api.use("/api/*", methodNotAllowed<AppEnv>({ app: api, onMethodNotAllowed }));
  for (const operation of operations) api.on(operation.method, operation.path, (c) => answer(c, operation));
  api.all("/api/*", (c) => sendError(c, errorAnswer("not_found", UNKNOWN_ENDPOINT_MESSAGE)));
  return api;
}

/**
 * Checks and answers one request. The checks come before the costly work: origin, edge cache, the network's
 * rate limit, session or key, the account's rate limit, and only then the request's body.
 */
async function answer(c: AppContext, operation: Operation): Promise<Response> {
  const { deps } = c.var;
  c.set("route", operation.path);
  const { access, rate, isCountedByHandler, isDevelopmentOnly } = operation;
  if (isDevelopmentOnly && deps.settings.APP_ENV !== "development")
    throw new AppError("not_found", UNKNOWN_ENDPOINT_MESSAGE);
  if (access !== "signed" && access !== "key") rejectCrossOriginWrites(c, deps.origin);
  const { query: querySchema, reuse } = operation;
  const isShareable = reuse !== undefined && access === "public";
  const query = isShareable && querySchema ? validate(querySchema, c.req.query()) : undefined;
  const shared = isShareable ? await findCachedResponse(c, query, reuse) : null;
  if (shared?.answer) return shared.answer;
  if (rate && !isCountedByHandler) await deps.enforceRateLimit(rate, networkOf(c.req.raw));
  const who = await callerOf(c, operation);
  const accountRate = accountRateLimitOf(operation);
  if (accountRate && who && !isCountedByHandler) await deps.enforceRateLimit(accountRate, who.userId);
  if (access === "operator" && who) requireOperator(deps.settings, who);
  const sent = await inputOf(c, operation, query);
  const store = async () => (await withMarket(deps)).record;
  const input = operation.leadsTickers ? sent : await withTickersOfToday(store, sent);
  const parts = operation.usesMarket ? await withMarket(deps) : deps;
  const answered = await operation.handle({ ...parts, c, who, ...input });
  if (answered instanceof Response) return access === "key" ? withRateLimitHeaders(c, answered) : answered;
  if (reuse) return cacheableJsonResponse(c, answered as object, shared?.key ?? null, reuse);
  return c.json(answered, operation.status ?? 200);
}

/**
 * Returns the signed-in person or key owner, or null when the operation needs neither. Throws when access is
 * not granted.
 */
async function callerOf(c: AppContext, { access, scope }: Operation): Promise<SignedIn | null> {
  switch (access) {
    case "public":
    case "signed":
      return null;
    case "user":
    case "operator":
      return requireSignedIn(c);
    case "key":
      return requireKey(c, scope ?? null);
    default:
      return access satisfies never;
  }
}

/** Parses the request's parameters and body. `readQuery` is the query if it has been parsed already. */
async function inputOf(
  { req }: AppContext,
  { params, query, headers, body, upload }: Operation,
  readQuery: unknown,
) {
  return {
    params: params && validate(params, req.param()),
    query: readQuery ?? (query && validate(query, req.query())),
    headers: headers && validate(headers, req.header()),
    body: body && (await readJson(req.raw, body)),
    bytes: upload && (await readBytes(req.raw, upload.maxBytes)),
  };
}

/**
 * Replaces a former ticker in `symbol`, in the path or query, by the current ticker of the company that had it.
 * With `asOf`, it is the company that had the ticker at that time. Other tickers stay as they were sent.
 */
async function withTickersOfToday<Input extends { params: unknown; query: unknown }>(
  store: () => Promise<SeasonStore>,
  input: Input,
): Promise<Input> {
  const requested = [input.params, input.query].map(tickerOf);
  const requestedTickers = requested.filter((ticker) => ticker !== null);
  if (requestedTickers.length === 0) return input;
  const asOf: unknown = Reflect.get(Object(input.query), "asOf");
  const resolved = await resolveTickers(
    await store(),
    requestedTickers,
    typeof asOf === "string" ? new Date(asOf) : null,
  );
  const [params, query] = requested.map((ticker, i) => {
    const part = i === 0 ? input.params : input.query;
    const symbol = ticker === null ? undefined : resolved.get(ticker)?.symbol;
    return symbol === undefined || symbol === ticker ? part : { ...(part as object), symbol };
  });
  return { ...input, params, query };
}

function tickerOf(part: unknown): string | null {
  const parsed = symbolSchema.safeParse(Reflect.get(Object(part), "symbol"));
  return parsed.success ? withDottedShareClass(parsed.data) : null;
}
