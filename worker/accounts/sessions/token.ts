import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** `AUTH_SECRET`: the first signs and encrypts, all verify and decrypt. */
export type Secrets = readonly [current: string, ...older: string[]];

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256, base64url: a copy of the database opens no account. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Buffer.from(digest).toString("base64url");
}

/** HMAC-SHA-256, base64url, for what could be guessed, or must be recognized without storing. */
export function keyedHash([current]: Secrets, ...parts: readonly string[]): string {
  return createHmac("sha256", current).update(JSON.stringify(parts)).digest("base64url");
}

/** The current secret's first. */
export function keyedHashes(secrets: Secrets, ...parts: readonly string[]): string[] {
  return secrets.map((secret) => keyedHash([secret], ...parts));
}

/** Constant time. */
export function isKeyedHash(secrets: Secrets, given: string, ...parts: readonly string[]): boolean {
  const bytes = Buffer.from(given);
  return keyedHashes(secrets, ...parts)
    .map((right) => Buffer.from(right))
    .some((right) => bytes.byteLength === right.byteLength && timingSafeEqual(bytes, right));
}

/** What is under an older secret can be counted. */
export function keyIdOf(secret: string): string {
  return keyedHash([secret], "key id").slice(0, 8);
}
