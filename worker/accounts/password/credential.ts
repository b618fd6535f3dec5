import { and, eq } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { credentials, users } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import type { Session } from "../sessions/session.ts";
import { verifyPassword } from "./hash.ts";

const FRESH_MS = 15 * 60 * 1000;

export type Credential = {
  id: string;
  userId: string;
  /** The hash of the password, or null for an account without one. */
  hash: string | null;
  /** When the person last set the password. Rehashing it with newer settings does not change this time. */
  changedAt: Date;
  asksForCode: boolean;
};

export async function findCredential(
  { db }: Pick<AccountDeps, "db">,
  who: { email: string } | { userId: string },
): Promise<Credential | null> {
  const [row] = await db
    .select({
      id: credentials.id,
      userId: users.id,
      hash: credentials.password,
      changedAt: credentials.updatedAt,
      asksForCode: users.twoFactorEnabled,
    })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where("email" in who ? eq(users.email, who.email) : eq(users.id, who.userId))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the statement that stores a password hash, as the account's first one or in place of the old one. The
 * upsert uses the index `credentials_by_account`.
 */
export function setPasswordStatement(
  { db, now }: Pick<AccountDeps, "db" | "now">,
  userId: string,
  password: string,
) {
  const at = now();
  const row = { id: newId("crd"), accountId: userId, providerId: "credential", userId, password };
  return db
    .insert(credentials)
    .values({ ...row, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({
      target: [credentials.providerId, credentials.accountId],
      set: { password, updatedAt: at },
    });
}

/**
 * Requires the person's password. Attempts are limited per session, so that a stolen session cannot lock the
 * owner out. Throws `wrong_password` or `rate_limited`.
 */
export async function requirePassword(
  accounts: AccountDeps,
  { userId, sessionId }: Pick<Session, "userId" | "sessionId">,
  password: string,
): Promise<void> {
  await accounts.enforceRateLimit("password", `${userId} ${sessionId}`);
  const credential = await findCredential(accounts, { userId });
  if (credential?.hash && (await verifyPassword(credential.hash, password))) return;
  throw new AppError("wrong_password", "The current password is wrong.");
}

/** Returns whether the person proved who they are so recently that the password is not required again. */
export function isFreshSession(
  { now }: Pick<AccountDeps, "now">,
  { provenAt }: Pick<Session, "provenAt">,
): boolean {
  return now().getTime() - provenAt.getTime() <= FRESH_MS;
}

/**
 * Requires a recent sign-in or the password, so that whoever finds an open session cannot do the guarded
 * action. Throws `confirmation_required`, `wrong_password` or `rate_limited`.
 */
export async function requireFreshSession(
  accounts: AccountDeps,
  who: Session,
  password: string | undefined,
): Promise<void> {
  if (password) return requirePassword(accounts, who, password);
  if (isFreshSession(accounts, who)) return;
  const credential = await findCredential(accounts, who);
  const message = credential?.hash
    ? "Please enter your password to go on."
    : "Please confirm that it is you to go on.";
  throw new AppError("confirmation_required", message, { fields: { password: message } });
}
