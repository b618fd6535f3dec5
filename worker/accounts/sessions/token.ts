import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** The values of `AUTH_SECRET`: the first signs and encrypts; all of them verify and decrypt. */
export type Secrets = readonly [current: string, ...older: string[]];

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Returns the token's SHA-256 in base64url. Only hashes are stored, so a copy of the database opens no account.
 */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/**
 * Returns the HMAC-SHA-256 of the parts in base64url, under the current secret. Use it for values that could be
 * guessed from a plain hash, or that must be recognized without being stored.
 */
export function keyedHash([current]: Secrets, ...parts: readonly string[]): string {
  return createHmac("sha256", current).update(JSON.stringify(parts)).digest("base64url");
}

/** Returns the parts' keyed hash under each secret, the current secret's first. */
export function keyedHashes(secrets: Secrets, ...parts: readonly string[]): string[] {
  return secrets.map((secret) => keyedHash([secret], ...parts));
}

/**
 * Returns whether `candidate` is the parts' keyed hash under any of the secrets. The comparison takes constant
 * time.
 */
export function isKeyedHash(secrets: Secrets, candidate: string, ...parts: readonly string[]): boolean {
  const bytes = Buffer.from(candidate);
  return keyedHashes(secrets, ...parts)
    .map((right) => Buffer.from(right))
    .some((right) => bytes.byteLength === right.byteLength && timingSafeEqual(bytes, right));
}

/**
 * Returns a short id for a secret. It is stored with values that the secret protects, so that those under an
 * older secret can be found.
 */
export function keyIdOf(secret: string): string {
  return keyedHash([secret], "key id").slice(0, 8);
}
