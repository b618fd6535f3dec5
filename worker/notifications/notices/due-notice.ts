import { and, eq, exists, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Profile } from "#accounts/profile/profile.ts";
import type { MailedKind } from "#contract/preferences.ts";
import type { Database } from "#platform/db/client.ts";
import type { UnsubscribeLinks } from "#platform/mail/compose.ts";
import type { Mail } from "#platform/mail/port.ts";
import { users } from "#platform/schema/accounts.ts";
import { sentNotices } from "#platform/schema/notices.ts";

/** A mail that a person may want, and the flag that decides. */
export type DueNotice = {
  profile: Profile;
  notice: string;
  flag: MailedKind;
  write: (to: string, unsubscribe: UnsubscribeLinks) => Mail | Promise<Mail>;
};

/** Predictions go by the market's clock, attempts, bills and weeks by the real one. */
export type Clocks = { now: Date; marketNow: Date };

/** Whether a notice is done with, or waits for its next attempt; by primary key. */
export const isTaken = (db: Database, notice: SQL, now: Date) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(sentNotices)
      .where(
        and(
          eq(sentNotices.userId, users.id),
          eq(sentNotices.notice, notice),
          or(isNull(sentNotices.retryAt), gt(sentNotices.retryAt, now)),
        ),
      ),
  );

/** The accounts that a message of the queue is for; nothing where all are meant. */
export const isOf = (people: readonly string[] | undefined) =>
  people && sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(people)}))`;
