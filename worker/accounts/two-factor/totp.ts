import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { and, eq, lt } from "drizzle-orm";
import type { TwoFactorEnrolment } from "#contract/security.ts";
import { twoFactors } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { decryptKey, encryptKey, reencryptIfOlder } from "./stored-key.ts";

/** RFC 6238 as authenticator apps have it: SHA-1, six digits. */
const STEP_MS = 30_000;
/** Clocks differ, typing takes time (RFC 6238, 5.2). */
const STEP_TOLERANCE = 1;
/** 120 bits: Base32 without padding. */
const SECRET_BYTES = 15;
const ISSUER = "Beatcast";

/** Replaces an unconfirmed one. Stored encrypted. */
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
 * Taken once, with any before it: of two at once the conditional UPDATE lets one through. Answers whether it
 * was right.
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

/** Every step, so that the time tells nothing. */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const current = Math.floor(now.getTime() / STEP_MS);
  let found: number | null = null;
  for (let step = current - STEP_TOLERANCE; step <= current + STEP_TOLERANCE; step++) {
    if ((await createOTP(secret).hotp(step)) === code) found = step;
  }
  return found;
}
