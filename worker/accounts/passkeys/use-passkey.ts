import { and, eq, lt, or, sql } from "drizzle-orm";
import type { PasskeyAnswer, PasskeyRequestOptions } from "#contract/sign-in-methods.ts";
import { AppError } from "#platform/errors.ts";
import { passkeys } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import type { OpenedSession, Session } from "../sessions/session.ts";
import { CHALLENGE_MS, consumeSecret, createSecret } from "../sessions/short-lived-secret.ts";
import { markSessionFresh } from "../sign-in/proof.ts";
import { openCheckedSession } from "../sign-in/sign-in-without-password.ts";
import { orPasskeyInvalid, parseChallenge, relyingParty, userHandleOf } from "./passkeys.ts";

/**
 * Returns the options with which the browser asks for a passkey of any account. Its answer tells which passkey
 * was used.
 */
export async function beginPasskeyAuthentication(accounts: AccountDeps): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const rpId = relyingParty(accounts).id;
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await createSecret(accounts, "passkey", { userId: null }, challenge);
  return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" };
}

/**
 * Signs in with a passkey. The device and unlocking it are two factors, so no second-factor code is required.
 * Throws `invalid_credentials`.
 */
export async function signInByPasskey(
  accounts: AccountDeps,
  answer: PasskeyAnswer,
  client: Client,
): Promise<OpenedSession> {
  const { id, userId } = await verifyPasskey(accounts, answer, client);
  const stillOpens = async () => (await accounts.db.$count(passkeys, eq(passkeys.id, id))) > 0;
  return openCheckedSession(accounts, userId, stillOpens, client);
}

/**
 * Records that the person proved again, with a passkey, who they are. Throws `invalid_credentials`, or
 * `forbidden` for another account's passkey.
 */
export async function confirmByPasskey(
  accounts: AccountDeps,
  who: Session,
  answer: PasskeyAnswer,
  client: Client,
): Promise<void> {
  await requirePasskeyOf(accounts, who.userId, answer, client);
  await markSessionFresh(accounts, who);
}

/**
 * Requires a passkey of this account. Throws `invalid_credentials`, or `forbidden` for another account's
 * passkey.
 */
export async function requirePasskeyOf(
  accounts: AccountDeps,
  userId: string,
  answer: PasskeyAnswer,
  client: Client,
): Promise<void> {
  const passkey = await verifyPasskey(accounts, answer, client);
  if (passkey.userId !== userId)
    throw new AppError("forbidden", "This passkey belongs to another account. Please choose the right one.");
}

/**
 * Verifies the browser's answer and returns the passkey that it used. Every attempt uses up the challenge. The
 * authenticator's counter must grow, so that a copied authenticator is noticed; one that does not count always
 * sends 0. Throws `invalid_credentials`.
 */
async function verifyPasskey(
  accounts: AccountDeps,
  answer: PasskeyAnswer,
  client: Client,
): Promise<{ id: string; userId: string }> {
  const { db, now } = accounts;
  const refused = new AppError(
    "invalid_credentials",
    "This passkey could not be used. Please try again, or sign in another way.",
  );
  const challenge = parseChallenge(answer.response.clientDataJSON);
  const isOurs = challenge !== null && (await consumeSecret(accounts, "passkey", challenge)) !== null;
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id)).limit(1);
  if (!isOurs || !passkey) throw refused;
  const failed = async (): Promise<never> => {
    await recordSecurityEvent(accounts, passkey.userId, "passkey_failed", client);
    throw refused;
  };
  if (answer.response.userHandle !== userHandleOf(passkey.userId)) return failed();
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const checked = await orPasskeyInvalid(
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: accounts.origin,
      expectedRPID: relyingParty(accounts).id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
    }),
  ).catch(failed);
  if (!checked.verified) return failed();
  const { newCounter } = checked.authenticationInfo;
  const used = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: now() })
    .where(
      and(
        eq(passkeys.id, passkey.id),
        or(lt(passkeys.counter, newCounter), and(eq(passkeys.counter, 0), sql`${newCounter} = 0`)),
      ),
    )
    .returning({ id: passkeys.id });
  if (used.length === 0) return failed();
  return passkey;
}
