import { createHash, randomBytes } from "node:crypto";
import { retentionHours } from "#contract/retention.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { checkouts } from "#platform/schema/billing.ts";

export const SECRET_HOURS = retentionHours.checkoutSecret;

const SECRET_BYTES = 32;

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

type Secrets = Pick<typeof checkouts.$inferSelect, "secretHash" | "mailedHash" | "createdAt">;

/**
 * Returns whether the secret is the one of the browser that began the checkout or the one that was emailed, and
 * is not older than `SECRET_HOURS`.
 */
export function hasCheckoutSecret(checkout: Secrets, secret: string | null, now: Date): boolean {
  if (secret === null || now.getTime() - checkout.createdAt.getTime() >= SECRET_HOURS * HOUR_MS) return false;
  const hash = hashSecret(secret);
  return checkout.secretHash === hash || checkout.mailedHash === hash;
}
