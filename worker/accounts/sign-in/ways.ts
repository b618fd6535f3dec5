import { eq } from "drizzle-orm";
import type { SignInWays } from "#contract/sign-in-ways.ts";
import { credentials } from "#platform/schema/accounts.ts";
import type { Accounts } from "../accounts.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";

export async function signInWays(accounts: Accounts, userId: string): Promise<SignInWays> {
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
