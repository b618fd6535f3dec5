import { and, eq } from "drizzle-orm";
import { emailSchema, MAX_NAME_LENGTH } from "#contract/account.ts";
import { plainName } from "#contract/plain-text.ts";
import type { Proof, ProviderId, SignInMethods } from "#contract/sign-in-methods.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { credentials, users } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { requireAllFactors } from "../sign-in/proof.ts";
import { hasOtherSignInMethod, LAST_SIGN_IN_METHOD_MESSAGE } from "../sign-in/sign-in-without-password.ts";
import type { Identity, SignInProvider } from "./port.ts";

/**
 * Returns the account that is linked with an identity at a provider, or null. `asksForCode` is whether it has
 * two-factor authentication. The query uses the index `credentials_by_account`.
 */
export async function linkedAccountOf(
  { db }: AccountDeps,
  provider: ProviderId,
  subject: string,
): Promise<{ userId: string; asksForCode: boolean } | null> {
  const [row] = await db
    .select({ userId: users.id, asksForCode: users.twoFactorEnabled })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.userId))
    .where(and(eq(credentials.providerId, provider), eq(credentials.accountId, subject)))
    .limit(1);
  return row ?? null;
}

/** Returns the identity's email address. Throws `email_unconfirmed` when the provider has not verified it. */
function verifiedAddress({ name }: SignInProvider, { email, isEmailVerified }: Identity): string {
  const address = emailSchema.safeParse(email ?? "");
  if (isEmailVerified && address.success) return address.data;
  throw new AppError(
    "email_unconfirmed",
    `${name} has not verified your email address. Please verify it there, and try again.`,
  );
}

/**
 * Creates an account for an identity and returns its id. If an account with this address exists, throws
 * `conflict`, because its owner must sign in to it and link the provider. Throws `email_unconfirmed` for an
 * unverified address. Of two simultaneous sign-ups, one creates the account, and both return its id.
 */
export async function signUpAtProvider(
  accounts: AccountDeps,
  provider: SignInProvider,
  identity: Identity,
  client: Client,
): Promise<string> {
  const email = verifiedAddress(provider, identity);
  const { db, now } = accounts;
  const takenError = new AppError(
    "conflict",
    `There is an account with ${email} already. Sign in to it, and link ${provider.name} under Account, Security.`,
  );
  if ((await db.$count(users, eq(users.email, email))) > 0) throw takenError;
  const [userId, at] = [newId("usr"), now()];
  const made = { createdAt: at, updatedAt: at };
  const name = plainName(identity.name, MAX_NAME_LENGTH);
  try {
    await db.batch([
      db.insert(users).values({ id: userId, name, email, emailVerified: true, ...made }),
      db.insert(credentials).values(rowOf(provider.id, identity.subject, userId, at)),
    ]);
  } catch (error) {
    const owner = await linkedAccountOf(accounts, provider.id, identity.subject);
    if (owner) return owner.userId;
    if ((await db.$count(users, eq(users.email, email))) > 0) throw takenError;
    throw error;
  }
  await recordSecurityEvent(accounts, userId, "account_created", client);
  return userId;
}

/**
 * Links an identity at a provider with the signed-in account. Throws `email_unconfirmed` for an unverified
 * address, and `conflict` when the identity is linked with another account or this account is already linked
 * with the provider.
 */
export async function linkIdentity(
  accounts: AccountDeps,
  { userId }: Session,
  provider: SignInProvider,
  identity: Identity,
  client: Client,
): Promise<void> {
  verifiedAddress(provider, identity);
  const { db, now } = accounts;
  const { id, name } = provider;
  const own = and(eq(credentials.userId, userId), eq(credentials.providerId, id));
  if ((await db.$count(credentials, own)) > 0)
    throw new AppError("conflict", `Your account is linked with ${name} already. Unlink that first.`);
  const linked = await db
    .insert(credentials)
    .values(rowOf(id, identity.subject, userId, now()))
    .onConflictDoNothing()
    .returning({ id: credentials.id });
  if (linked.length === 0)
    throw new AppError("conflict", `This account at ${name} is linked with another Beatcast account.`);
  await recordSecurityEvent(accounts, userId, "sign_in_linked", client);
}

/**
 * Unlinks a provider. Throws `not_found`, `conflict` when it is the last way to sign in, and whatever
 * `requireAllFactors` throws.
 */
export async function unlinkProvider(
  accounts: AccountDeps,
  who: Session,
  provider: ProviderId,
  proof: Proof,
  client: Client,
): Promise<void> {
  await requireAllFactors(accounts, who, proof, client);
  const { db } = accounts;
  const own = and(eq(credentials.userId, who.userId), eq(credentials.providerId, provider));
  const unlinked = await db
    .delete(credentials)
    .where(and(own, hasOtherSignInMethod(accounts, who.userId, { provider })))
    .returning({ id: credentials.id });
  if (unlinked.length === 0) {
    if ((await db.$count(credentials, own)) > 0) throw new AppError("conflict", LAST_SIGN_IN_METHOD_MESSAGE);
    throw new AppError("not_found", "Your account is not linked with it.");
  }
  await recordSecurityEvent(accounts, who.userId, "sign_in_unlinked", client);
}

function rowOf(provider: ProviderId, subject: string, userId: string, at: Date) {
  return {
    id: newId("crd"),
    accountId: subject,
    providerId: provider,
    userId,
    createdAt: at,
    updatedAt: at,
  };
}

export async function signInMethods(accounts: AccountDeps, userId: string): Promise<SignInMethods> {
  const [rows, own] = await Promise.all([
    accounts.db.select().from(credentials).where(eq(credentials.userId, userId)),
    listPasskeys(accounts, userId),
  ]);
  return {
    hasPassword: rows.some(({ providerId, password }) => providerId === "credential" && password !== null),
    passkeys: own,
    providers: accounts.providers.map(({ id, name }) => ({
      id,
      name,
      linkedAt: rows.find(({ providerId }) => providerId === id)?.createdAt.toISOString() ?? null,
    })),
  };
}
