import { sql } from "drizzle-orm";
import { type Usage, usageFlags } from "#contract/preferences.ts";
import { isoDay } from "#contract/time.ts";
import { usageCounts } from "#platform/schema/operations.ts";
import type { Accounts } from "../accounts.ts";
import { privacyOf } from "../profile/preferences.ts";
import { readProfile } from "../profile/profile.ts";

/**
 * A day's sum, which names nobody, where the person's flag is on and the browser sends neither DNT nor Global
 * Privacy Control.
 */
export async function countUse(
  { db, now }: Accounts,
  userId: string,
  { kind, name }: Usage,
  headers: Headers,
): Promise<void> {
  if (headers.get("dnt") === "1" || headers.get("sec-gpc") === "1") return;
  if (!privacyOf(await readProfile(db, userId))[usageFlags[kind]]) return;
  await db
    .insert(usageCounts)
    .values({ day: isoDay(now()), kind, used: name, n: 1 })
    .onConflictDoUpdate({
      target: [usageCounts.day, usageCounts.kind, usageCounts.used],
      set: { n: sql`${usageCounts.n} + 1` },
    });
}
