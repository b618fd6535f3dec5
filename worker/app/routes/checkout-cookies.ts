import { createHash } from "node:crypto";
import { SECRET_HOURS } from "#billing/checkout/checkout-secret.ts";
import type { AppContext } from "../deps.ts";

/** Checkouts a browser may have started at the same time; beyond that the oldest one's secret is taken from it. */
const MAX_PENDING = 5;
const PREFIX = "beatcast_checkout_";
const NAME_BYTES = 12;

/** Gives the browser the secret of a checkout that it just began. */
export function keepSecret(c: AppContext, checkoutId: string, secret: string): void {
  const { cookies, now } = c.var.deps;
  for (const { name } of pendingOf(c).slice(MAX_PENDING - 1))
    c.header("Set-Cookie", cookies.clear(name), { append: true });
  const value = `${Math.floor(now().getTime() / 1000).toString(36)}.${secret}`;
  c.header("Set-Cookie", cookies.set(nameOf(checkoutId), value, SECRET_HOURS * 3600), { append: true });
}

/** The secret this browser holds of a checkout, or null. */
export function secretOf(c: AppContext, checkoutId: string): string | null {
  return secretIn(c.var.deps.cookies.read(c.req.raw, nameOf(checkoutId)));
}

export function secretsOf(c: AppContext): string[] {
  return pendingOf(c)
    .slice(0, MAX_PENDING)
    .map(({ value }) => secretIn(value))
    .filter((secret) => secret !== null);
}

/** Takes the secret of a checkout from the browser: it has done its work. */
export function dropSecret(c: AppContext, checkoutId: string): void {
  const { cookies } = c.var.deps;
  const name = nameOf(checkoutId);
  if (cookies.read(c.req.raw, name) !== null) c.header("Set-Cookie", cookies.clear(name), { append: true });
}

/** The cookies of checkouts that this browser holds, the newest first. */
function pendingOf(c: AppContext): { name: string; value: string }[] {
  const startedAt = (value: string) => Number.parseInt(value, 36) || 0;
  return [...c.var.deps.cookies.all(c.req.raw)]
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => ({ name, value }))
    .toSorted((a, b) => startedAt(b.value) - startedAt(a.value));
}

/** A provider's id is longer than a cookie's name should be. */
function nameOf(checkoutId: string): string {
  return PREFIX + createHash("sha256").update(checkoutId).digest("base64url").slice(0, NAME_BYTES);
}

/** A value is the second it was set at, in base 36, a full stop and the secret. */
function secretIn(value: string | null): string | null {
  return /^[0-9a-z]{1,12}\.([\w-]{43})$/.exec(value ?? "")?.[1] ?? null;
}
