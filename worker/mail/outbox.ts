import { desc } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { outbox } from "#db/schema/mail.ts";
import type { Mailer } from "./port.ts";

/** Mails shown at once on the outbox page. */
const PAGE_LENGTH = 50;

/** Keeps mails for a developer to read instead of sending them, and logs where. */
export function outboxMailer(db: Database, origin: string, now: () => Date): Mailer {
  return {
    deliversOnce: true,
    async send({ to, subject, text, html, key, isToDeletedAccount }) {
      const id = `mail_${crypto.randomUUID().replaceAll("-", "")}`;
      const recipient = isToDeletedAccount ? "(a deleted account)" : to;
      const inserted = await db
        .insert(outbox)
        .values({ id, recipient, subject, text, html, createdAt: now(), deliveryKey: key ?? null })
        .onConflictDoNothing()
        .returning({ id: outbox.id });
      if (inserted.length > 0)
        console.info(`mail "${subject}" is in the outbox: ${origin}/api/dev/outbox#${id}`);
    },
  };
}

export type OutboxMail = typeof outbox.$inferSelect;

/** The newest mails of the outbox, newest first; served by `outbox_by_time`. */
export function readOutbox(db: Database): Promise<OutboxMail[]> {
  return db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(PAGE_LENGTH);
}
