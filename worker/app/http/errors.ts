import type { Problem } from "#contract/error.ts";
import { AppError, type ErrorAnswer, errorAnswer, outageOf } from "#platform/errors.ts";
import { logEvent, logUnexpected } from "#platform/log.ts";
import type { AppContext } from "../deps.ts";
import { WrongSettings } from "../settings/env.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** RFC 9457 */
export function isProblemPath(path: string): boolean {
  return path === "/api/v1" || path.startsWith("/api/v1/");
}

/** `type` leads to the code's place on the reference page. */
export function problemOf(c: AppContext, { status, body }: ErrorAnswer): Problem {
  const { error: title, message: detail, ...rest } = body;
  return { type: `${new URL(c.req.url).origin}/developers#${body.code}`, title, status, detail, ...rest };
}

export function sendError(c: AppContext, answer: ErrorAnswer): Response {
  const { status, body } = answer;
  if (body.retryAfterSeconds !== undefined) c.header("Retry-After", String(body.retryAfterSeconds));
  if (!isProblemPath(c.req.path)) return c.json(body, status);
  return c.body(JSON.stringify(problemOf(c, answer)), status, { "content-type": PROBLEM_TYPE });
}

/** An unforeseen error is logged, and quoted by its request id. */
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
