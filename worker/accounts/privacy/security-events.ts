import { desc, eq } from "drizzle-orm";
import type { SecurityEvent, SecurityEventKind } from "#contract/security.ts";
import { newId } from "#platform/ids.ts";
import { securityEvents } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import type { Client } from "../sessions/client.ts";

/** Events a person sees at once. */
const SHOWN_EVENTS = 50;

export async function recordEvent(
  { db, now }: Accounts,
  userId: string,
  kind: SecurityEventKind,
  client: Client,
): Promise<void> {
  await db.insert(securityEvents).values({
    id: newId("evt"),
    userId,
    kind,
    device: client.device,
    place: client.place,
    at: now(),
  });
}

/** The newest events of a person's trail, newest first; served by `security_events_by_user`. */
export async function listEvents({ db }: Accounts, userId: string): Promise<SecurityEvent[]> {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.at))
    .limit(SHOWN_EVENTS);
  return rows.map(({ kind, device, place, at }) => ({
    kind: kind as SecurityEventKind,
    device,
    place,
    at: at.toISOString(),
  }));
}
