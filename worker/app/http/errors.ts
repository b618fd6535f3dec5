import type { Problem } from "#contract/error.ts";
import { AppError, type ErrorAnswer, errorAnswer, outageOf } from "#platform/errors.ts";
import { logEvent, logUnexpected } from "#platform/log.ts";
import type { AppContext } from "../deps.ts";
import { WrongSettings } from "../settings/env.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** Whether errors of a path are answered as problem details (RFC 9457). */
export function isProblemPath(path: string): boolean {
  return path === "/api/v1" || path.startsWith("/api/v1/");
}

/** An error as problem details; its type is the place of the reference page that explains the code. */
export function problemOf(c: AppContext, { status, body }: ErrorAnswer): Problem {
  const { error: title, message: detail, ...rest } = body;
  return { type: `${new URL(c.req.url).origin}/developers#${body.code}`, title, status, detail, ...rest };
}

/** Sends a known error, with how long to wait where waiting helps; a program gets problem details. */
export function sendError(c: AppContext, answer: ErrorAnswer): Response {
  const { status, body } = answer;
  if (body.retryAfterSeconds !== undefined) c.header("Retry-After", String(body.retryAfterSeconds));
  if (!isProblemPath(c.req.path)) return c.json(body, status);
  return c.body(JSON.stringify(problemOf(c, answer)), status, { "content-type": PROBLEM_TYPE });
}

/** The answer to whatever a call threw. What was not foreseen is logged, and quoted by its request id. */
export function answerOf(error: unknown, c: AppContext): ErrorAnswer {
  if (error instanceof WrongSettings) {
    logEvent("error", "settings", { error: error.message });
    return errorAnswer("not_available", "Beatcast is not set up correctly. Its log says what is wrong.");
  }
  if (error instanceof AppError) return errorAnswer(error.code, error.message, error.extras);
  const { requestId } = c.var;
  logUnexpected(error, { requestId, route: c.var.route });
  const outage = outageOf(error);
  if (outage) return errorAnswer(outage.code, outage.message, { ...outage.extras, requestId });
  return errorAnswer(
    "internal",
    `Something went wrong on our side. Please quote ${requestId} if it persists.`,
    { requestId },
  );
}
