import { opensFor } from "#contract/plans.ts";
import type { RateName } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import { type Reader, readerOf } from "#season/calendar/who-sees.ts";
import type { Deps } from "../deps.ts";
import type { SignedIn } from "../users.ts";
import { isJson } from "./body.ts";
import type { AppContext } from "./context.ts";

/**
 * A state-changing call without a bearer token rests on cookies, which a browser sends along for any site: it must come
 * from our own pages. Throws `foreign_origin`, or `unsupported_media_type` for a body that a plain form could send.
 */
export function refuseForeignWrites(c: AppContext, appOrigin: string): void {
  const { method, headers } = c.req.raw;
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if ((origin !== null && origin !== appOrigin) || site === "cross-site" || site === "same-site")
    throw new AppError("foreign_origin", "This call must come from our own pages.");
  if (headers.has("authorization")) return;
  if (headers.has("content-type") && !isJson(c.req.raw) && !isUpload(c))
    throw new AppError("unsupported_media_type", "Send the body as application/json.");
}

/** A form of one of our pages must come from our own origin; a browser says where it comes from. Throws `foreign_origin`. */
export function refuseForeignForms(c: AppContext, appOrigin: string): void {
  if (c.req.header("origin") === appOrigin) return;
  throw new AppError("foreign_origin", "This form must come from our own pages.");
}

/** Checks the session. Throws `unauthenticated`. */
export async function signedIn(c: AppContext): Promise<SignedIn> {
  const who = await c.var.deps.signedIn(c.req.raw);
  if (!who) throw new AppError("unauthenticated", "Not authenticated");
  return who;
}

/** Who reads a public call, by session or API key. */
export async function readerOfCall(c: AppContext): Promise<Reader> {
  const who = c.var.keyHolder ?? (await c.var.deps.signedIn(c.req.raw));
  return who ? readerOf(who) : { userId: null, opens: opensFor(null) };
}

/** Images are sent as they are; a plain form cannot name these types either. */
function isUpload(c: AppContext): boolean {
  return /^image\/(png|jpeg|webp)$/.test(c.req.header("content-type") ?? "");
}

/** Takes one token of a rate rule; false when there is none left, where an answer can do without. */
export async function isAllowed(
  deps: Pick<Deps, "enforceRateLimit">,
  rule: RateName,
  key: string,
): Promise<boolean> {
  try {
    await deps.enforceRateLimit(rule, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}
