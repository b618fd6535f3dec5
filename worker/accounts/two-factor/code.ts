import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { and, eq, inArray, lt } from "drizzle-orm";
import { RECOVERY_CODE_COUNT, type TwoFactorEnrolment } from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { recoveryCodes, twoFactors } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { keyedHash, keyedHashes, keyIdOf } from "../sessions/token.ts";
import { decryptKey, encryptKey, reencryptIfOlder } from "./stored-key.ts";

/**
 * Accepts the authenticator's code or a recovery code, each once. The owner gets a mail about a used recovery code.
 * Throws `wrong_code`, or `rate_limited` after ten attempts in ten minutes.
 */
export async function requireCode(
  accounts: Accounts,
  userId: string,
  code: string,
  client: Client,
): Promise<void> {
  await accounts.enforceRateLimit("twoFactor", userId);
  const digits = code.replace(/[\s-]/g, "");
  const isTotp = /^\d{6}$/.test(digits);
  const isRight = isTotp
    ? await consumeTotp(accounts, userId, digits)
    : await consumeRecoveryCode(accounts, userId, code);
  if (!isRight) {
    await recordEvent(accounts, userId, "two_factor_failed", client);
    throw new AppError("wrong_code", "That code is wrong or was used before.");
  }
  if (isTotp) return;
  await recordEvent(accounts, userId, "recovery_code_used", client);
}

/** Authenticator apps use these parameters of RFC 6238: SHA-1 and six digits. */
const STEP_MS = 30_000;
/** Clocks differ and typing takes time (RFC 6238, 5.2). */
const STEP_TOLERANCE = 1;
/** 120 bits give Base32 without padding. */
const SECRET_BYTES = 15;
const ISSUER = "Beatcast";

/** Replaces an authenticator that was never confirmed. The key is stored encrypted. */
export async function createAuthenticator(
  { db, secrets, now }: Accounts,
  userId: string,
  email: string,
): Promise<TwoFactorEnrolment> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const row = { ...encryptKey(secrets, secret), lastStep: 0, createdAt: now() };
  await db
    .insert(twoFactors)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: twoFactors.userId, set: row });
  return {
    secret: base32.encode(secret, { padding: false }),
    otpauthUri: createOTP(secret).url(ISSUER, email),
  };
}

/**
 * Accepting a code also uses up all earlier ones. Of two simultaneous uses, the conditional UPDATE accepts one.
 * Returns whether the code was right.
 */
export async function consumeTotp({ db, secrets, now }: Accounts, userId: string, code: string) {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId)).limit(1);
  if (!row) return false;
  const step = await stepOf(decryptKey(secrets, row.secret).text, code, now());
  if (step === null) return false;
  const advanced = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId });
  if (advanced.length === 0) return false;
  await reencryptIfOlder(db, secrets, row);
  return true;
}

/** Compares every step, so the time reveals nothing. */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const current = Math.floor(now.getTime() / STEP_MS);
  let matchedStep: number | null = null;
  for (let step = current - STEP_TOLERANCE; step <= current + STEP_TOLERANCE; step++) {
    if ((await createOTP(secret).hotp(step)) === code) matchedStep = step;
  }
  return matchedStep;
}

/** The alphabet leaves out characters that look alike. With 32 characters, one byte chooses without bias. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;

/** The codes are shown once; only keyed hashes are stored. */
export async function renewRecoveryCodes({ db, secrets }: Accounts, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
  await db.batch([
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(
      codes.map((code) => ({
        userId,
        codeHash: keyedHash(secrets, "recovery", userId, plain(code)),
        keyId: keyIdOf(secrets[0]),
      })),
    ),
  ]);
  return codes;
}

/** Of two simultaneous uses, one succeeds. Returns whether the code was right. */
export async function consumeRecoveryCode({ db, secrets }: Accounts, userId: string, code: string) {
  const hashes = keyedHashes(secrets, "recovery", userId, plain(code));
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, hashes)))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

function newCode(): string {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${characters.slice(0, CODE_LENGTH / 2)}-${characters.slice(CODE_LENGTH / 2)}`;
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, "");
}
