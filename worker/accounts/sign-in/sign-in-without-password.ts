import { and, eq, exists, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { credentials } from "#platform/schema/accounts.ts";
import { passkeys } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { endTokenSession, type OpenedSession, openSession } from "../sessions/session.ts";

/**
 * Opens a session after a sign-in with a passkey or a provider. `stillOpens` checks the sign-in once more after
 * the session is stored: a password reset or a removal may have ended all sessions just before this one
 * existed. Throws `invalid_credentials`.
 */
export async function openCheckedSession(
  accounts: AccountDeps,
  userId: string,
  stillOpens: () => Promise<boolean>,
  client: Client,
): Promise<OpenedSession> {
  const opened = await openSession(accounts, userId, client);
  if (!(await stillOpens())) {
    await endTokenSession(accounts, opened.token);
    throw new AppError("invalid_credentials", "This sign-in was removed from the account.");
  }
  accounts.inBackground(recordSecurityEvent(accounts, userId, "sign_in", client));
  return opened;
}

export const LAST_SIGN_IN_METHOD_MESSAGE =
  "This is the only way to sign in to your account. Set a password, or add another way, before you remove it.";

/**
 * Returns the SQL condition that the account can still be signed in to without the `removed` passkey or
 * provider. Use it in the DELETE statement, so that two simultaneous removals leave one way to sign in.
 * Providers that are not configured do not count.
 */
export function hasOtherSignInMethod(
  { db, providers }: Pick<AccountDeps, "db" | "providers">,
  userId: string,
  removed: { passkey?: string; provider?: string },
) {
  const names = providers.map(({ id }) => id as string).filter((id) => id !== removed.provider);
  const anyRow = sql`1`;
  return or(
    exists(
      db
        .select({ one: anyRow })
        .from(credentials)
        .where(
          and(
            eq(credentials.userId, userId),
            or(
              and(eq(credentials.providerId, "credential"), isNotNull(credentials.password)),
              inArray(credentials.providerId, names),
            ),
          ),
        ),
    ),
    exists(
      db
        .select({ one: anyRow })
        .from(passkeys)
        .where(and(eq(passkeys.userId, userId), ne(passkeys.id, removed.passkey ?? ""))),
    ),
  );
}
