import { and, asc, eq, sql } from "drizzle-orm";
import {
  MAX_PASSKEY_NAME_LENGTH,
  MAX_PASSKEYS,
  type NewPasskey,
  type NewPasskeyOptions,
  type Passkey,
  type Proof,
} from "#contract/sign-in-methods.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { passkeys } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import { readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { CHALLENGE_MS, consumeSecret, createSecret } from "../sessions/short-lived-secret.ts";
import { requireAllFactors } from "../sign-in/proof.ts";
import { hasOtherSignInMethod, LAST_SIGN_IN_METHOD_MESSAGE } from "../sign-in/sign-in-without-password.ts";

/** Returns our site as WebAuthn's relying party. Its id is the host name, so passkeys work only on this host. */
export function relyingParty({ origin }: Pick<AccountDeps, "origin">): { id: string; name: string } {
  return { id: new URL(origin).hostname, name: "Beatcast" };
}

/**
 * Returns the user handle for WebAuthn. The authenticator stores it with the passkey, so a person can sign in
 * without entering an email address.
 */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString("base64url");
}

/**
 * Returns the challenge that the browser's answer contains, or null. It can be trusted only after it was found
 * among ours and the signature was verified.
 */
export function parseChallenge(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === "string" && challenge !== "" ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Waits for a check by the WebAuthn library. Throws `invalid_request` if it fails, as it does for a wrong
 * origin, host, challenge, flag, signature or counter.
 */
export async function orPasskeyInvalid<Result>(checking: Promise<Result>): Promise<Result> {
  try {
    return await checking;
  } catch {
    throw new AppError("invalid_request", "This passkey could not be verified. Please try again.");
  }
}

const FULL = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;

/**
 * Returns the options with which the browser creates a new passkey. A passkey can sign in without any other
 * factor, so all factors are required first. Throws `conflict` when the account has `MAX_PASSKEYS`, and
 * whatever `requireAllFactors` throws.
 */
export async function beginPasskeyRegistration(
  accounts: AccountDeps,
  who: Session,
  proof: Proof,
  client: Client,
): Promise<NewPasskeyOptions> {
  await requireAllFactors(accounts, who, proof, client);
  const { userId, sessionId } = who;
  const { db } = accounts;
  const [{ email, name }, own] = await Promise.all([readProfile(db, userId), rowsOf(accounts, userId)]);
  if (own.length >= MAX_PASSKEYS) throw new AppError("conflict", FULL);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const party = relyingParty(accounts);
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    userDisplayName: name || email,
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await createSecret(accounts, "new-passkey", { userId, data: { sessionId } }, options.challenge);
  return {
    challenge: options.challenge,
    rp: party,
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: "public-key",
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
}

/**
 * Verifies and stores a new passkey. Throws `invalid_link` when the challenge is used, expired or another
 * session's, `invalid_request` when verification fails, and `conflict` when the passkey is known or the account
 * has `MAX_PASSKEYS`.
 */
export async function addPasskey(
  accounts: AccountDeps,
  who: Session,
  { name, passkey }: NewPasskey,
  client: Client,
): Promise<void> {
  const challenge = parseChallenge(passkey.response.clientDataJSON);
  const storedChallenge = challenge === null ? null : await consumeSecret(accounts, "new-passkey", challenge);
  const { sessionId } = (storedChallenge?.data ?? {}) as { sessionId?: unknown };
  if (challenge === null || storedChallenge?.userId !== who.userId || sessionId !== who.sessionId)
    throw new AppError("invalid_link", "That took too long. Please add the passkey again.");
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const party = relyingParty(accounts);
  const { registrationInfo } = await orPasskeyInvalid(
    verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: accounts.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }),
  );
  if (!registrationInfo)
    throw new AppError("invalid_request", "This passkey could not be verified. Please try again.");
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const key = Buffer.from(publicKey).toString("base64url");
  const transports = JSON.stringify(passkey.response.transports ?? []);
  // One statement counts and inserts, so simultaneous requests cannot exceed the limit.
  const added = await accounts.db
    .insert(passkeys)
    .select(
      sql`SELECT ${newId("psk")}, ${credentialId}, ${who.userId}, ${key}, ${counter}, ${transports},
        ${name || client.device.slice(0, MAX_PASSKEY_NAME_LENGTH)},
        ${accounts.now().getTime()}, NULL
      WHERE (SELECT count(*) FROM ${passkeys} WHERE ${eq(passkeys.userId, who.userId)}) < ${MAX_PASSKEYS}`,
    )
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  if (added.length === 0) throw new AppError("conflict", `This passkey is already in use. ${FULL}`);
  await recordSecurityEvent(accounts, who.userId, "passkey_added", client);
}

/** Returns the person's passkeys, oldest first. */
export async function listPasskeys(accounts: Pick<AccountDeps, "db">, userId: string): Promise<Passkey[]> {
  const rows = await rowsOf(accounts, userId);
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Removes a passkey. Throws `not_found`, `conflict` when it is the last way to sign in, and whatever
 * `requireAllFactors` throws.
 */
export async function removePasskey(
  accounts: AccountDeps,
  who: Session,
  id: string,
  proof: Proof,
  client: Client,
): Promise<void> {
  await requireAllFactors(accounts, who, proof, client);
  const { db } = accounts;
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, who.userId));
  const removed = await db
    .delete(passkeys)
    .where(and(own, hasOtherSignInMethod(accounts, who.userId, { passkey: id })))
    .returning({ id: passkeys.id });
  if (removed.length === 0) {
    if ((await db.$count(passkeys, own)) > 0) throw new AppError("conflict", LAST_SIGN_IN_METHOD_MESSAGE);
    throw new AppError("not_found", "There is no such passkey.");
  }
  await recordSecurityEvent(accounts, who.userId, "passkey_removed", client);
}

/** Returns the person's passkeys, oldest first. The query uses the index `passkeys_by_user`. */
function rowsOf({ db }: Pick<AccountDeps, "db">, userId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}
