import type { Next } from "hono";
import { accepts } from "hono/accepts";
import type { Problem } from "#contract/error.ts";
import { AppError, type ErrorAnswer, errorAnswer, outageOf } from "#platform/errors.ts";
import { logEvent, logUnexpected } from "#platform/log.ts";
import type { AppContext } from "../deps.ts";
import { InvalidSettingsError } from "../settings/env.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** These paths answer errors as RFC 9457 problems. */
export function isProblemPath(path: string): boolean {
  return path === "/api/v1" || path.startsWith("/api/v1/");
}

/** `type` links to the code's section on the reference page. */
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

/** An unexpected error is logged with its request id, which the person can quote. */
export function answerOf(error: unknown, c: AppContext): ErrorAnswer {
  if (error instanceof InvalidSettingsError) {
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

/** The reader's credentials are left out, so all programs read the same answer. */
const HANDED_ON = ["cf-connecting-ip", "if-none-match"];

/**
 * A program that requests a page's address as JSON gets the answer of the page's public API call; a client that
 * accepts HTML or anything gets the page.
 */
export function orAsJson(
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
