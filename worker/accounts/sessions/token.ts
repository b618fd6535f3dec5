import { createHmac, randomBytes } from "node:crypto";

/** A new secret of 256 bits, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a secret token as base64url: what is stored, so that a copy of the database opens no account. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Buffer.from(digest).toString("base64url");
}

/** A keyed hash (HMAC-SHA-256, base64url) for what is too short to resist guessing, or must be recognised without storing. */
export function keyedHash(secret: string, ...parts: readonly string[]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}
