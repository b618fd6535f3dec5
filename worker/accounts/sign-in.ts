import { and, eq } from "drizzle-orm";
import { emailSchema, MISSING_SIGN_IN_MESSAGE, type SignInRequest } from "#contract/account.ts";
import { MAX_PASSWORD_LENGTH, normalPassword, passwordLength } from "#contract/password.ts";
import { credentials, users } from "#db/schema/accounts.ts";
import { AppError } from "#worker/errors.ts";
import type { Accounts } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import { type Client, clientOf } from "./client.ts";
import { findCredential, knownDevice } from "./known-device.ts";
import { hashPassword, needsRehash } from "./password.ts";
import { isRefusal } from "./refusal.ts";
import { dropToken, type OpenedSession, recordPlace } from "./session.ts";
import { countAttempt } from "./sign-in-limits.ts";
import { openTicket } from "./two-factor/ticket.ts";

/** What a right password leads to: a session, or the question for the second factor. */
export type SignedIn = OpenedSession | { ticket: string };

/**
 * Opens a session for an e-mail and a password, or a ticket where the account has a second factor: the password alone
 * gives no session then. Unknown address and wrong password end alike, in words and in time (the library hashes for
 * nobody too). Throws `missing_fields`, `invalid_credentials` or `rate_limited`.
 */
export async function signIn(
  accounts: Accounts,
  entered: SignInRequest,
  request: Request,
): Promise<SignedIn> {
  if (!entered.email.trim() || !entered.password)
    throw new AppError("missing_fields", MISSING_SIGN_IN_MESSAGE);
  const [client, refused] = [clientOf(request), refusal()];
  const email = emailSchema.safeParse(entered.email);
  if (!email.success || passwordLength(entered.password) > MAX_PASSWORD_LENGTH) {
    await accounts.enforceRateLimit("signInAddress", client.network);
    throw refused;
  }
  const credential = await findCredential(accounts, { email: email.data });
  const { release } = await countAttempt(accounts, {
    email: email.data,
    network: client.network,
    knownDevice: knownDevice(accounts, request, credential),
  });
  const { user, token } = await accounts
    .library()
    .api.signInEmail({
      body: { email: email.data, password: normalPassword(entered.password) },
      headers: { "user-agent": client.device },
    })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      accounts.inBackground(recordFailure(accounts, email.data, client));
      throw refused;
    });
  const { asksForCode, changedAt } = await afterRightPassword(accounts, user.id, entered.password);
  // A reset or change while the old password was being checked ends all sessions: this one came too late to be seen.
  const isOutdated = credential !== null && credential.changedAt.getTime() !== changedAt?.getTime();
  if (asksForCode || isOutdated) await dropToken(accounts, token);
  if (isOutdated) throw refused;
  await release();
  if (asksForCode) return { ticket: await openTicket(accounts, user.id) };
  await recordPlace(accounts, token, client);
  accounts.inBackground(recordEvent(accounts, user.id, "sign_in", client));
  return { userId: user.id, token };
}

/**
 * Replaces a hash made with older parameters while the password is at hand, unless the password has changed meanwhile.
 * Answers whether the account asks for a second factor, and when its password was last changed.
 */
async function afterRightPassword({ db }: Accounts, userId: string, password: string) {
  const [row] = await db
    .select({
      id: credentials.id,
      hash: credentials.password,
      changedAt: credentials.updatedAt,
      asksForCode: users.twoFactorEnabled,
    })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(eq(users.id, userId))
    .limit(1);
  if (row?.hash && needsRehash(row.hash))
    await db
      .update(credentials)
      .set({ password: await hashPassword(password) })
      .where(and(eq(credentials.id, row.id), eq(credentials.password, row.hash)));
  return { asksForCode: row?.asksForCode ?? false, changedAt: row?.changedAt };
}

const refusal = () => new AppError("invalid_credentials", "Please check your credentials and try again.");

/** A failed try stands in the trail of the account it was aimed at, where there is one. */
async function recordFailure(accounts: Accounts, email: string, client: Client): Promise<void> {
  const [user] = await accounts.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  if (user) await recordEvent(accounts, user.id, "sign_in_failed", client);
}
