import { eq } from "drizzle-orm";
import { MAX_NAME_LENGTH } from "#contract/account.ts";
import { plainName } from "#contract/plain-text.ts";
import { newId } from "#platform/ids.ts";
import { users } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import { resetAccountAccess } from "../password/change.ts";
import { setPasswordStatement } from "../password/credential.ts";
import { hashPassword } from "../password/hash.ts";
import { requireAcceptablePassword } from "../password/password-policy.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { type OpenedSession, openSession } from "../sessions/session.ts";
import { mailConfirmation } from "./confirm-email.ts";

type PaidPerson = { email: string; password: string; fullName: string; isEmailVerified: boolean };

/**
 * Returns a new account's id and the statements that create it. Run them in one batch; it fails if the address
 * has been registered in the meantime. Throws the errors of `requireAcceptablePassword`.
 */
export async function createAccountStatements({ db, now }: AccountDeps, person: PaidPerson) {
  requireAcceptablePassword(person.password, "sign-up");
  const [userId, at] = [newId("usr"), now()];
  const password = await hashPassword(person.password);
  const made = { createdAt: at, updatedAt: at };
  const writes = [
    db.insert(users).values({
      id: userId,
      name: plainName(person.fullName, MAX_NAME_LENGTH),
      email: person.email,
      emailVerified: person.isEmailVerified,
      ...made,
    }),
    setPasswordStatement({ db, now }, userId, password),
  ] as const;
  return { userId, writes };
}

export async function enterNewAccount(
  accounts: AccountDeps,
  userId: string,
  client: Client,
): Promise<OpenedSession> {
  await recordSecurityEvent(accounts, userId, "account_created", client);
  accounts.inBackground(mailConfirmation(accounts, userId));
  return openSession(accounts, userId, client);
}

export async function accountOf(
  { db }: AccountDeps,
  email: string,
): Promise<{ id: string; isEmailVerified: boolean } | null> {
  const [user] = await db
    .select({ id: users.id, isEmailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  return user ?? null;
}

/**
 * Gives an unconfirmed account to the owner of its address and signs them in. As after a password reset,
 * whoever had registered the address is signed out of every session.
 */
export async function claimUnconfirmedAccount(
  accounts: AccountDeps,
  userId: string,
  password: string,
  client: Client,
): Promise<OpenedSession> {
  requireAcceptablePassword(password, "sign-up");
  await resetAccountAccess(accounts, userId, { password }, client);
  return openSession(accounts, userId, client);
}
