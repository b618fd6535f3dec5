import { createHash } from "node:crypto";
import { SECRET_HOURS } from "#billing/checkout/checkout-secret.ts";
import type { AppContext } from "../deps.ts";

/** With more pending checkouts, the oldest secret is dropped. */
const MAX_PENDING = 5;
const PREFIX = "beatcast_checkout_";
const NAME_BYTES = 12;

export function storeCheckoutSecret(c: AppContext, checkoutId: string, secret: string): void {
  const { cookies, now } = c.var.deps;
  for (const { name } of pendingOf(c).slice(MAX_PENDING - 1))
    c.header("Set-Cookie", cookies.clear(name), { append: true });
  const value = `${Math.floor(now().getTime() / 1000).toString(36)}.${secret}`;
  c.header("Set-Cookie", cookies.set(nameOf(checkoutId), value, SECRET_HOURS * 3600), { append: true });
}

export function checkoutSecretOf(c: AppContext, checkoutId: string): string | null {
  return secretIn(c.var.deps.cookies.read(c.req.raw, nameOf(checkoutId)));
}

export function checkoutSecretsOf(c: AppContext): string[] {
  return pendingOf(c)
    .slice(0, MAX_PENDING)
    .map(({ value }) => secretIn(value))
    .filter((secret) => secret !== null);
}

export function clearCheckoutSecret(c: AppContext, checkoutId: string): void {
  const { cookies } = c.var.deps;
  const name = nameOf(checkoutId);
  if (cookies.read(c.req.raw, name) !== null) c.header("Set-Cookie", cookies.clear(name), { append: true });
}

function pendingOf(c: AppContext): { name: string; value: string }[] {
  const startedAt = (value: string) => Number.parseInt(value, 36) || 0;
  return [...c.var.deps.cookies.all(c.req.raw)]
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => ({ name, value }))
    .toSorted((a, b) => startedAt(b.value) - startedAt(a.value));
}

/**
 * Returns the name of a checkout's cookie. It contains a hash, because the provider's id is too long for a
 * cookie name.
 */
function nameOf(checkoutId: string): string {
  return PREFIX + createHash("sha256").update(checkoutId).digest("base64url").slice(0, NAME_BYTES);
}

/**
 * Returns the secret in a cookie's value, or null. The value consists of the Unix time at which it was set, in
 * base 36, a period and the secret.
 */
function secretIn(value: string | null): string | null {
  return /^[0-9a-z]{1,12}\.([\w-]{43})$/.exec(value ?? "")?.[1] ?? null;
}
