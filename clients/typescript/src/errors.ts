import type { Problem } from "./types.gen.ts";

/**
 * The error codes of the API and of the client itself. The client uses `settings` before a call, and
 * `no_connection` and `unreadable_answer` after one.
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
  /** Says what is wrong with each parameter. The keys are the names of the parameters. */
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
/** 403: the key lacks the scope, or the current plan includes no keys. */
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
/** 429: there were too many calls, even after the retries. `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends BeatcastError {
  override readonly name = "RateLimitError";
}
/** 5xx, even after the retries. No analysis was counted. */
export class ServerError extends BeatcastError {
  override readonly name = "ServerError";
}
/**
 * There was no complete answer, even after the retries: the network is down, a timeout passed, or the answer
 * broke off.
 */
export class NoConnectionError extends BeatcastError {
  override readonly name = "NoConnectionError";
}

/**
 * Returns the error for an answer. `body` may be anything, because a proxy between client and server may have
 * answered.
 */
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
