import { createHash, randomBytes } from "node:crypto";
import { retentionHours } from "#contract/retention.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { checkouts } from "#platform/schema/billing.ts";

/** A guest's checkout can be claimed by its secrets for this long. */
export const SECRET_HOURS = retentionHours.checkoutSecret;

const SECRET_BYTES = 32;

/** A new secret of one checkout: 43 characters that nobody can guess. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Only this hash of a secret is stored. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

type Secrets = Pick<typeof checkouts.$inferSelect, "secretHash" | "mailedHash" | "createdAt">;

/** Whether a secret is one of the checkout's own, the browser's or the mailed one, and still valid. */
export function isPayer(checkout: Secrets, secret: string | null, now: Date): boolean {
  if (secret === null || now.getTime() - checkout.createdAt.getTime() >= SECRET_HOURS * HOUR_MS) return false;
  const hash = hashSecret(secret);
  return checkout.secretHash === hash || checkout.mailedHash === hash;
}
