import { createHash } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToHex, hexToBytes, managedNonce, utf8ToBytes } from "@noble/ciphers/utils.js";
import { and, eq } from "drizzle-orm";
import type { Database } from "#platform/db/client.ts";
import { twoFactors } from "#platform/schema/security.ts";
import { keyIdOf, type Secrets } from "../sessions/token.ts";

type StoredKey = { secret: string; keyId: string };

/** XChaCha20-Poly1305 under the current secret's SHA-256, as hex with the nonce first. */
export function encryptKey([current]: Secrets, text: string): StoredKey {
  return { secret: bytesToHex(cipherOf(current).encrypt(utf8ToBytes(text))), keyId: keyIdOf(current) };
}

/** Throws where it was altered, or no secret opens it. */
export function decryptKey(secrets: Secrets, hex: string): { text: string; isUnderOlder: boolean } {
  const bytes = hexToBytes(hex);
  for (const [at, secret] of secrets.entries()) {
    try {
      const text = new TextDecoder().decode(cipherOf(secret).decrypt(bytes));
      return { text, isUnderOlder: at > 0 };
    } catch {
      // The cipher authenticates: another secret's is refused, never misread.
    }
  }
  throw new Error("No secret of this deployment opens a stored authenticator key.");
}

/** One replaced meanwhile stays. */
export async function reencryptIfOlder(
  db: Database,
  secrets: Secrets,
  row: { userId: string; secret: string },
): Promise<void> {
  const { text, isUnderOlder } = decryptKey(secrets, row.secret);
  if (isUnderOlder) await reencrypting(db, row, encryptKey(secrets, text));
}

export function reencrypting(db: Database, row: { userId: string; secret: string }, to: StoredKey) {
  return db
    .update(twoFactors)
    .set(to)
    .where(and(eq(twoFactors.userId, row.userId), eq(twoFactors.secret, row.secret)));
}

function cipherOf(key: string) {
  return managedNonce(xchacha20poly1305)(new Uint8Array(createHash("sha256").update(key).digest()));
}
