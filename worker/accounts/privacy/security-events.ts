import { and, desc, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import {
  mailedSecurityEvents,
  type SecurityAttemptKind,
  type SecurityEventKind,
  type SecurityEventList,
  securityAttemptKinds,
} from "#contract/security.ts";
import { HOUR_MS } from "#contract/time.ts";
import { newId } from "#platform/ids.ts";
import { securityEvents } from "#platform/schema/security.ts";
import type { AccountDeps } from "../accounts.ts";
import type { Client } from "../sessions/client.ts";

/** How many events and how many attempts are listed at most. */
const SHOWN = 50;

/**
 * Stores a security event. Attempts, which strangers may cause, are counted in one row per kind and clock hour.
 * The owner is emailed about some kinds (worker/notifications/kinds/security-event.ts).
 */
export async function recordSecurityEvent(
  { db, now, notifySoon }: AccountDeps,
  userId: string,
  kind: SecurityEventKind | SecurityAttemptKind,
  { device, place }: Client,
): Promise<void> {
  const [at, event] = [now(), { userId, kind, device, place }];
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const id = isAttempt(kind) ? `evt_${kind}_${userId}_${hour}` : newId("evt");
  await db
    .insert(securityEvents)
    .values({ ...event, id, at })
    .onConflictDoUpdate({
      target: securityEvents.id,
      set: { count: sql`${securityEvents.count} + 1`, device, place },
    });
  if (mailedSecurityEvents.some((mailed) => mailed === kind)) notifySoon(userId);
}

/**
 * Returns the newest events and the newest attempts, each newest first. The queries use the index
 * `security_events_by_user`.
 */
export async function listSecurityEvents({ db }: AccountDeps, userId: string): Promise<SecurityEventList> {
  const isAnAttempt = inArray(securityEvents.kind, [...securityAttemptKinds]);
  const listed = (which: SQL) =>
    db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.userId, userId), which))
      .orderBy(desc(securityEvents.at))
      .limit(SHOWN);
  const [events, attempts] = await db.batch([listed(not(isAnAttempt)), listed(isAnAttempt)]);
  const present = ({ device, place, at }: (typeof events)[number]) => ({
    device,
    place,
    at: at.toISOString(),
  });
  return {
    events: events.map((row) => ({ ...present(row), kind: row.kind as SecurityEventKind })),
    attempts: attempts.map((row) => ({
      ...present(row),
      kind: row.kind as SecurityAttemptKind,
      count: row.count,
    })),
  };
}

function isAttempt(kind: SecurityEventKind | SecurityAttemptKind): boolean {
  return securityAttemptKinds.some((attempt) => attempt === kind);
}
