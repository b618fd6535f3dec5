import { and, eq } from "drizzle-orm";
import {
  emailSchema,
  MAX_PASSWORD_LENGTH,
  MISSING_SIGN_IN_MESSAGE,
  type SignInRequest,
} from "#contract/account.ts";
import { credentials, users } from "#db/schema/accounts.ts";
import { AppError } from "#worker/errors.ts";
import type { Accounts } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import type { Client } from "./client.ts";
import { hashPassword, needsRehash } from "./password.ts";
import { isRefusal } from "./refusal.ts";
import { dropToken, notePlace, type OpenedSession } from "./session.ts";
import { openTicket } from "./two-factor/ticket.ts";

/** What a right password leads to: a session, or the question for the second factor. */
export type SignedIn = OpenedSession | { ticket: string };

/**
 * Opens a session for an e-mail and a password, or a ticket where the account has a second factor: the password alone
 * gives no session then. Unknown address and wrong password end alike, in words and in time (the library hashes for
 * nobody too). Throws `missing_fields` or `invalid_credentials`.
 */
export async function signIn(accounts: Accounts, request: SignInRequest, client: Client): Promise<SignedIn> {
  if (!request.email.trim() || !request.password)
    throw new AppError("missing_fields", MISSING_SIGN_IN_MESSAGE);
  const refused = new AppError("invalid_credentials", "Please check your credentials and try again.");
  const email = emailSchema.safeParse(request.email);
  if (!email.success || request.password.length > MAX_PASSWORD_LENGTH) throw refused;
  const { user, token } = await accounts
    .library()
    .api.signInEmail({
      body: { email: email.data, password: request.password },
      headers: { "user-agent": client.userAgent },
    })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      accounts.inBackground(recordFailure(accounts, email.data, client));
      throw refused;
    });
  if (await afterRightPassword(accounts, user.id, request.password)) {
    await dropToken(accounts, token);
    return { ticket: await openTicket(accounts, user.id) };
  }
  await notePlace(accounts, token, client);
  accounts.inBackground(recordEvent(accounts, user.id, "sign_in", client));
  return { userId: user.id, token };
}

/**
 * Replaces a hash made with older parameters while the password is at hand. Answers whether the account asks for a
 * second factor.
 */
async function afterRightPassword({ db }: Accounts, userId: string, password: string): Promise<boolean> {
  const [row] = await db
    .select({ id: credentials.id, hash: credentials.password, asksForCode: users.twoFactorEnabled })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(eq(users.id, userId))
    .limit(1);
  if (row?.hash && needsRehash(row.hash))
    await db
      .update(credentials)
      .set({ password: await hashPassword(password) })
      .where(eq(credentials.id, row.id));
  return row?.asksForCode ?? false;
}

/** A failed try stands in the trail of the account it was aimed at, where there is one. */
async function recordFailure(accounts: Accounts, email: string, client: Client): Promise<void> {
  const [user] = await accounts.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  if (user) await recordEvent(accounts, user.id, "sign_in_failed", client);
}
