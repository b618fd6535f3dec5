import type { Problem } from "#contract/problem.ts";
import type { ErrorAnswer } from "#platform/errors.ts";
import type { AppContext } from "./context.ts";

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
