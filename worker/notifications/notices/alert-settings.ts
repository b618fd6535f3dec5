import { and, eq, gt, sql } from "drizzle-orm";
import type { AlertSettings } from "#contract/alerts.ts";
import type { Database } from "#platform/db/client.ts";
import { alertDeliveries, alertSettings } from "#platform/schema/alerts.ts";

import { quietUntil } from "./quiet-hours.ts";

const NEVER_QUIET: AlertSettings = { timeZone: "UTC", quiet: null };

type Row = typeof alertSettings.$inferSelect;

/** When a person is not disturbed, as they stored it; by the primary key. */
export async function readAlertSettings(db: Database, userId: string): Promise<AlertSettings> {
  return (await settingsOf(db, [userId])).get(userId) ?? NEVER_QUIET;
}

/** The settings of several people; those who stored none are left out. By the primary key. */
export async function settingsOf(
  db: Database,
  people: readonly string[],
): Promise<Map<string, AlertSettings>> {
  const rows = await db
    .select()
    .from(alertSettings)
    .where(sql`user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`);
  return new Map(rows.map((row) => [row.userId, present(row)]));
}

/** What is due to people who are not in their quiet hours now; the rest is due again at the next tick. */
export async function outsideQuietHours<Due extends { profile: { id: string } }>(
  db: Database,
  due: readonly Due[],
  now: Date,
): Promise<Due[]> {
  const settings = await settingsOf(
    db,
    due.map(({ profile }) => profile.id),
  );
  return due.filter(({ profile }) => {
    const own = settings.get(profile.id);
    return !own || quietUntil(own, now) === null;
  });
}

/** Stores when a person is not disturbed. What waits for the end of quiet hours is looked at again at once. */
export async function saveAlertSettings(
  db: Database,
  userId: string,
  { timeZone, quiet }: AlertSettings,
  now: Date,
): Promise<void> {
  const row = { timeZone, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null };
  await db.batch([
    db
      .insert(alertSettings)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: alertSettings.userId, set: row }),
    db
      .update(alertDeliveries)
      .set({ dueAt: now })
      .where(
        and(
          eq(alertDeliveries.userId, userId),
          eq(alertDeliveries.state, "retry"),
          eq(alertDeliveries.attempts, 0),
          gt(alertDeliveries.dueAt, now),
        ),
      ),
  ]);
}

function present({ timeZone, quietFrom, quietTo }: Row): AlertSettings {
  return {
    timeZone,
    quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
  };
}
