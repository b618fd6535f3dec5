import { createHash } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToHex, hexToBytes, managedNonce, utf8ToBytes } from "@noble/ciphers/utils.js";
import { and, asc, count, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { SecretRotation } from "#contract/review.ts";
import type { Database } from "#platform/db/client.ts";
import { recoveryCodes, twoFactors } from "#platform/schema/security.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import type { AccountDeps } from "../accounts.ts";
import { keyIdOf, type Secrets } from "../sessions/token.ts";

type StoredKey = { secret: string; keyId: string };

/**
 * Encrypts a text with XChaCha20-Poly1305. The key is the SHA-256 of the current secret. The result is in
 * hexadecimal and begins with the nonce.
 */
export function encryptKey([current]: Secrets, text: string): StoredKey {
  return { secret: bytesToHex(cipherOf(current).encrypt(utf8ToBytes(text))), keyId: keyIdOf(current) };
}

/**
 * Decrypts a text from `encryptKey`. `isUnderOlder` is whether an older secret encrypted it. Throws when the
 * text was altered or none of the secrets decrypts it.
 */
export function decryptKey(secrets: Secrets, hex: string): { text: string; isUnderOlder: boolean } {
  const bytes = hexToBytes(hex);
  for (const [at, secret] of secrets.entries()) {
    try {
      const text = new TextDecoder().decode(cipherOf(secret).decrypt(bytes));
      return { text, isUnderOlder: at > 0 };
    } catch {
      // The wrong secret always throws, because the cipher is authenticated. Try the next secret.
    }
  }
  throw new Error("None of this deployment's secrets decrypts a stored authenticator key.");
}

/**
 * Encrypts an authenticator's key with the current secret if an older one encrypted it. Does nothing if the key
 * has been replaced in the meantime.
 */
export async function reencryptIfOlder(
  db: Database,
  secrets: Secrets,
  row: { userId: string; secret: string },
): Promise<void> {
  const { text, isUnderOlder } = decryptKey(secrets, row.secret);
  if (isUnderOlder) await reencrypting(db, row, encryptKey(secrets, text));
}

function reencrypting(db: Database, row: { userId: string; secret: string }, to: StoredKey) {
  return db
    .update(twoFactors)
    .set(to)
    .where(and(eq(twoFactors.userId, row.userId), eq(twoFactors.secret, row.secret)));
}

function cipherOf(key: string) {
  return managedNonce(xchacha20poly1305)(new Uint8Array(createHash("sha256").update(key).digest()));
}

const KEYS_A_BATCH = 100;
const BATCHES_A_RUN = 100;

/**
 * Encrypts all authenticator keys that are under an older secret with the current one, and returns how many.
 * Keys that no secret decrypts stay as they are. Safe to repeat, and safe while people sign in.
 */
export async function reencryptAuthenticators({ db, secrets }: Pick<AccountDeps, "db" | "secrets">) {
  const current = keyIdOf(secrets[0]);
  // Recovery codes without a key id were hashed with the oldest secret.
  const oldest = keyIdOf(secrets.at(-1) ?? secrets[0]);
  await db.update(recoveryCodes).set({ keyId: oldest }).where(isNull(recoveryCodes.keyId));
  let after = "";
  let done = 0;
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const rows = await db
      .select({ userId: twoFactors.userId, secret: twoFactors.secret })
      .from(twoFactors)
      .where(and(gt(twoFactors.userId, after), or(isNull(twoFactors.keyId), ne(twoFactors.keyId, current))))
      .orderBy(asc(twoFactors.userId))
      .limit(KEYS_A_BATCH);
    const [first, ...rest] = rows.flatMap((row) => {
      const text = textOf(secrets, row.secret);
      return text === null ? [] : [reencrypting(db, row, encryptKey(secrets, text))];
    });
    if (first) await db.batch([first, ...rest]);
    done += first ? rest.length + 1 : 0;
    after = rows.at(-1)?.userId ?? "";
    if (rows.length < KEYS_A_BATCH) break;
  }
  return done;
}

/**
 * Counts the stored values that older secrets protect, and those that none of the deployment's secrets can
 * read. The query uses the indexes `two_factors_by_key` and `recovery_codes_by_key`.
 */
export async function secretRotation(db: Database, secrets: Secrets): Promise<SecretRotation> {
  const [current = "", ...older] = secrets.map(keyIdOf);
  const [keys, codes, webhookKeys] = await db.batch([
    db.select({ keyId: twoFactors.keyId, n: count() }).from(twoFactors).groupBy(twoFactors.keyId),
    db.select({ keyId: recoveryCodes.keyId, n: count() }).from(recoveryCodes).groupBy(recoveryCodes.keyId),
    db
      .select({ keyId: webhookEndpoints.keyId, n: count() })
      .from(webhookEndpoints)
      .groupBy(webhookEndpoints.keyId),
  ]);
  const isOlder = ({ keyId }: { keyId: string | null }) => keyId === null || older.includes(keyId);
  const isLost = (row: { keyId: string | null }) => !isOlder(row) && row.keyId !== current;
  const sum = (rows: readonly { n: number }[]) => rows.reduce((total, { n }) => total + n, 0);
  return {
    olderSecrets: older.length,
    authenticators: { underOlder: sum(keys.filter(isOlder)), unreadable: sum(keys.filter(isLost)) },
    recoveryCodes: { underOlder: sum(codes.filter(isOlder)), unreadable: sum(codes.filter(isLost)) },
    webhookSecrets: {
      underOlder: sum(webhookKeys.filter(isOlder)),
      unreadable: sum(webhookKeys.filter(isLost)),
    },
  };
}

function textOf(secrets: Secrets, stored: string): string | null {
  try {
    return decryptKey(secrets, stored).text;
  } catch {
    return null;
  }
}
