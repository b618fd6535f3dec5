import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The values of `AUTH_SECRET`: the first signs and encrypts, all verify and decrypt. */
export type Secrets = readonly [current: string, ...older: string[]];

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
export function keyedHash([current]: Secrets, ...parts: readonly string[]): string {
  return createHmac("sha256", current).update(JSON.stringify(parts)).digest("base64url");
}

/** The keyed hashes of the parts under every secret, the current one's first. */
export function keyedHashes(secrets: Secrets, ...parts: readonly string[]): string[] {
  return secrets.map((secret) => keyedHash([secret], ...parts));
}

/** Whether a text is the keyed hash of the parts under any secret. Takes the same time wherever they differ. */
export function isKeyedHash(secrets: Secrets, given: string, ...parts: readonly string[]): boolean {
  const bytes = Buffer.from(given);
  return keyedHashes(secrets, ...parts)
    .map((right) => Buffer.from(right))
    .some((right) => bytes.byteLength === right.byteLength && timingSafeEqual(bytes, right));
}

/** Names a secret beside what it encrypted or signed, so that what is under an older one can be counted. */
export function keyIdOf(secret: string): string {
  return keyedHash([secret], "key id").slice(0, 8);
}
