import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { AlertSettings } from "#contract/alerts.ts";
import type { Database } from "#platform/db/client.ts";
import { quietHours } from "#platform/schema/alerts.ts";
import { deliveries } from "#platform/schema/deliveries.ts";

const NEVER_QUIET: AlertSettings = { timeZone: "UTC", quiet: null };

export async function readQuietHours(db: Database, userId: string): Promise<AlertSettings> {
  return (await quietHoursOf(db, [userId])).get(userId) ?? NEVER_QUIET;
}

/** Returns the stored quiet hours by user id. The query uses the primary key. */
export async function quietHoursOf(
  db: Database,
  people: readonly string[],
): Promise<Map<string, AlertSettings>> {
  const rows = await db
    .select()
    .from(quietHours)
    .where(sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`);
  return new Map(
    rows.map(({ userId, timeZone, startsAt, endsAt }) => [
      userId,
      { timeZone, quiet: startsAt === null || endsAt === null ? null : { from: startsAt, to: endsAt } },
    ]),
  );
}

/**
 * Stores the quiet hours. Deliveries that wait for the end of the old quiet hours become due at once, and the
 * next run applies the new ones to them.
 */
export async function saveQuietHours(
  db: Database,
  userId: string,
  { timeZone, quiet }: AlertSettings,
  now: Date,
): Promise<void> {
  const row = { timeZone, startsAt: quiet?.from ?? null, endsAt: quiet?.to ?? null };
  await db.batch([
    db
      .insert(quietHours)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: quietHours.userId, set: row }),
    db
      .update(deliveries)
      .set({ dueAt: now })
      .where(
        and(
          eq(deliveries.userId, userId),
          eq(deliveries.state, "pending"),
          isNotNull(deliveries.dueAt),
          gt(deliveries.dueAt, now),
        ),
      ),
  ]);
}
