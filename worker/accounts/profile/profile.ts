import { eq } from "drizzle-orm";
import type { ProfileUpdate } from "#contract/account.ts";
import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import type { UserId } from "#platform/scope.ts";

export type Profile = typeof users.$inferSelect;

/** Returns the person's row in `users`. Throws `unauthenticated` when the account is gone. */
export async function readProfile(db: Database, userId: string): Promise<Profile> {
  return profileIn(await profileQuery(db, userId));
}

/** Returns the row of `profileQuery`. Throws `unauthenticated` when the account is gone. */
export function profileIn([profile]: readonly Profile[]): Profile {
  if (!profile) throw new AppError("unauthenticated", "Not authenticated");
  return profile;
}

export function profileQuery(db: Database, userId: UserId) {
  return db.select().from(users).where(eq(users.id, userId)).limit(1);
}

export async function accountExists(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}

export async function updateProfile(
  db: Database,
  userId: string,
  update: ProfileUpdate,
  now: Date,
): Promise<void> {
  const { fullName, ...rest } = update;
  const cleared = Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, text || null]));
  await db
    .update(users)
    .set({ ...cleared, ...(fullName === undefined ? {} : { name: fullName }), updatedAt: now })
    .where(eq(users.id, userId));
}
