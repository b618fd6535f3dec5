import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { and, eq, inArray, lt } from "drizzle-orm";
import { RECOVERY_CODE_COUNT, type TwoFactorEnrolment } from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { recoveryCodes, twoFactors } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { keyedHash, keyedHashes, keyIdOf } from "../sessions/token.ts";
import { decryptKey, encryptKey, reencryptIfOlder } from "./stored-key.ts";

/**
 * Requires a code of the person's authenticator app or one of their recovery codes. Each works only once, and
 * the owner is emailed when a recovery code is used. Throws `wrong_code`, or `rate_limited` after ten attempts
 * in ten minutes.
 */
export async function requireTwoFactorCode(
  accounts: AccountDeps,
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
    await recordSecurityEvent(accounts, userId, "two_factor_failed", client);
    throw new AppError("wrong_code", "That code is wrong or was used before.");
  }
  if (isTotp) return;
  await recordSecurityEvent(accounts, userId, "recovery_code_used", client);
}

/**
 * The time step of TOTP codes (RFC 6238). As in authenticator apps, codes are made with SHA-1 and have six
 * digits.
 */
const STEP_MS = 30_000;
/**
 * How many steps before and after the current one are accepted, because clocks differ and typing takes time
 * (RFC 6238, 5.2).
 */
const STEP_TOLERANCE = 1;
/** 120 random bits, as 20 characters of base64url, give a Base32 text without padding. */
const SECRET_BYTES = 15;
const ISSUER = "Beatcast";

/**
 * Creates and stores the key for an authenticator app, encrypted, and returns it for display. It replaces a key
 * that was never confirmed.
 */
export async function createAuthenticator(
  { db, secrets, now }: AccountDeps,
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
 * Returns whether the code of an authenticator app is right, and uses it up together with all earlier codes. Of
 * two simultaneous uses, the conditional UPDATE accepts one.
 */
export async function consumeTotp({ db, secrets, now }: AccountDeps, userId: string, code: string) {
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

/**
 * Returns the time step to which a code belongs, or null. All steps are compared, so that the duration reveals
 * nothing.
 */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const current = Math.floor(now.getTime() / STEP_MS);
  let matchedStep: number | null = null;
  for (let step = current - STEP_TOLERANCE; step <= current + STEP_TOLERANCE; step++) {
    if ((await createOTP(secret).hotp(step)) === code) matchedStep = step;
  }
  return matchedStep;
}

/**
 * The characters of recovery codes, without those that look alike. There are 32, so a random byte modulo 32
 * chooses without bias.
 */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 10;

/**
 * Replaces the person's recovery codes and returns the new ones. They are shown once; only keyed hashes are
 * stored.
 */
export async function generateRecoveryCodes({ db, secrets }: AccountDeps, userId: string): Promise<string[]> {
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

/** Returns whether a recovery code is right, and uses it up. Of two simultaneous uses, one is accepted. */
export async function consumeRecoveryCode({ db, secrets }: AccountDeps, userId: string, code: string) {
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
