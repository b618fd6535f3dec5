import { and, eq } from "drizzle-orm";
import { credentials, users } from "#db/schema/accounts.ts";
import type { Accounts } from "../accounts.ts";

/** The password of an account. */
export type Credential = {
  id: string;
  userId: string;
  /** Null for an account without a password. */
  hash: string | null;
  /** When the password was last set; a rehash leaves it. */
  changedAt: Date;
  /** Whether the account has a second factor. */
  asksForCode: boolean;
};

/** The password's row of an address or a person. Served by the unique index on the address. */
export async function findCredential(
  { db }: Pick<Accounts, "db">,
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
