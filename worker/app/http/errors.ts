import type { Next } from "hono";
import { accepts } from "hono/accepts";
import type { Problem } from "#contract/error.ts";
import { AppError, type ErrorAnswer, errorAnswer, transientOutageError } from "#platform/errors.ts";
import { logEvent, logUnexpected } from "#platform/log.ts";
import type { AppContext } from "../deps.ts";
import { InvalidSettingsError } from "../settings/env.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** Whether errors at this path are sent as problem details (RFC 9457). */
export function isProblemPath(path: string): boolean {
  return path === "/api/v1" || path.startsWith("/api/v1/");
}

/**
 * Returns an error as problem details (RFC 9457). `type` links to the section of the error code on the
 * developers' page.
 */
export function problemDetailsOf(c: AppContext, { status, body }: ErrorAnswer): Problem {
  const { error: title, message: detail, ...rest } = body;
  return { type: `${new URL(c.req.url).origin}/developers#${body.code}`, title, status, detail, ...rest };
}

export function sendError(c: AppContext, answer: ErrorAnswer): Response {
  const { status, body } = answer;
  if (body.retryAfterSeconds !== undefined) c.header("Retry-After", String(body.retryAfterSeconds));
  if (!isProblemPath(c.req.path)) return c.json(body, status);
  return c.body(JSON.stringify(problemDetailsOf(c, answer)), status, { "content-type": PROBLEM_TYPE });
}

/**
 * Returns what a client is told about an error. An unexpected error is logged with its request id, which the
 * person can quote to support.
 */
export function errorAnswerFor(error: unknown, c: AppContext): ErrorAnswer {
  if (error instanceof InvalidSettingsError) {
    logEvent("error", "settings", { error: error.message });
    return errorAnswer("not_available", "Beatcast is not set up correctly. Its log says what is wrong.");
  }
  if (error instanceof AppError) return errorAnswer(error.code, error.message, error.extras);
  const { requestId } = c.var;
  logUnexpected(error, { requestId, route: c.var.route });
  const outage = transientOutageError(error);
  if (outage) return errorAnswer(outage.code, outage.message, { ...outage.extras, requestId });
  return errorAnswer(
    "internal",
    `Something went wrong on our side. Please quote ${requestId} if it persists.`,
    { requestId },
  );
}

/** The headers that are passed on. Credentials are not, so all programs get the same response. */
const HANDED_ON = ["cf-connecting-ip", "if-none-match"];

/**
 * Returns a handler for a page's URL that also serves JSON. A program whose `Accept` header prefers JSON gets
 * the response of the public API call at `path`; a client that accepts HTML or anything gets the page.
 */
export function negotiateJson(
  path: (c: AppContext) => string,
  deliver: (c: AppContext, request: Request) => Promise<Response>,
) {
  return async (c: AppContext, next: Next): Promise<Response | undefined> => {
    const wanted = accepts(c, {
      header: "Accept",
      supports: ["text/html", "application/json"],
      default: "text/html",
    });
    if (wanted === "application/json") {
      const headers = new Headers();
      for (const name of HANDED_ON) {
        const value = c.req.header(name);
        if (value !== undefined) headers.set(name, value);
      }
      const answer = await deliver(c, new Request(new URL(path(c), c.req.url), { headers }));
      const json = new Response(answer.body, answer);
      json.headers.append("vary", "accept");
      return json;
    }
    await next();
    c.header("vary", "accept", { append: true });
    return undefined;
  };
}
