import type { Problem } from "./types.gen.ts";

/**
 * Codes of the API, and the client's own: `settings` before a call, `no_connection` and `unreadable_answer` after
 * it.
 */
export type BeatcastErrorCode = Problem["code"] | "settings" | "no_connection" | "unreadable_answer";

type Details = Partial<Pick<Problem, "status" | "retryAfterSeconds" | "requestId" | "fields" | "candidates">>;

/**
 * The base of all errors. The message is for people; programs should use the class or `code`. No error contains the
 * API key.
 */
export class BeatcastError extends Error {
  override readonly name: string = "BeatcastError";
  readonly code: BeatcastErrorCode;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Identifies the failure in our log. */
  readonly requestId: string | undefined;
  /** Says what is wrong with a parameter, by its name. */
  readonly fields: Problem["fields"];
  /** Companies that a symbol may have meant. */
  readonly candidates: Problem["candidates"];

  constructor(message: string, code: BeatcastErrorCode, details: Details = {}, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.requestId = details.requestId;
    this.fields = details.fields;
    this.candidates = details.candidates;
  }
}

/** Thrown before any call for a key or an address that cannot be right. */
export class SettingsError extends BeatcastError {
  override readonly name = "SettingsError";
}
/** 401: the key is missing, mistyped or revoked. */
export class AuthenticationError extends BeatcastError {
  override readonly name = "AuthenticationError";
}
/** 403: the key lacks the scope, or the plan has no keys now. */
export class PermissionDeniedError extends BeatcastError {
  override readonly name = "PermissionDeniedError";
}
/** Any other 4xx: `code` and `fields` say what is wrong. */
export class RequestError extends BeatcastError {
  override readonly name = "RequestError";
}
/** 429: the plan's analyses of this period are used up. Never retried. */
export class QuotaError extends BeatcastError {
  override readonly name = "QuotaError";
}
/** 429: too many calls, also after the retries. `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends BeatcastError {
  override readonly name = "RateLimitError";
}
/** 5xx, also after the retries. Nothing was counted. */
export class ServerError extends BeatcastError {
  override readonly name = "ServerError";
}
/** No answer, also after the retries: no network, a timeout, or an answer that broke off. */
export class NoConnectionError extends BeatcastError {
  override readonly name = "NoConnectionError";
}

/** `body` may be anything: a proxy in between answers as it likes. */
export function errorOf(status: number, body: unknown, retryAfter: string | null = null): BeatcastError {
  const problem = isProblem(body) ? body : null;
  const seconds =
    problem?.retryAfterSeconds ?? (/^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined);
  const details = { ...problem, status, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) };
  const code = problem?.code ?? "unreadable_answer";
  const message = problem?.detail ?? `Beatcast answered ${status} without saying why.`;
  return new (kindOf(status, code))(message, code, details);
}

function kindOf(status: number, code: BeatcastErrorCode): typeof BeatcastError {
  if (code === "quota_exceeded") return QuotaError;
  if (status === 401) return AuthenticationError;
  if (status === 403) return PermissionDeniedError;
  if (status === 429) return RateLimitError;
  if (status >= 500) return ServerError;
  return status >= 400 ? RequestError : BeatcastError;
}

function isProblem(body: unknown): body is Problem {
  const { code, detail } = Object(body) as Record<string, unknown>;
  return typeof code === "string" && typeof detail === "string";
}
