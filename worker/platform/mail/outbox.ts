import { desc } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { outbox } from "../schema/mail.ts";
import { escapeHtml } from "./compose.ts";
import type { Mailer } from "./port.ts";

const PAGE_LENGTH = 50;
/** Shown instead of the address of a person whose account was deleted. */
export const DELETED_ACCOUNT = "(a deleted account)";

export function outboxMailer(db: Database, origin: string, now: () => Date): Mailer {
  return {
    deliversOnce: true,
    async send({ to, subject, text, html, key, isToDeletedAccount }) {
      const id = `mail_${crypto.randomUUID().replaceAll("-", "")}`;
      const recipient = isToDeletedAccount ? DELETED_ACCOUNT : to;
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

/** Returns the newest mails of the outbox, newest first. The query uses the index `outbox_by_time`. */
export function readOutbox(db: Database): Promise<OutboxMail[]> {
  return db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(PAGE_LENGTH);
}

export function outboxPage(mails: readonly OutboxMail[]): string {
  const items = mails.map(
    ({ id, recipient, subject, text, createdAt }) =>
      `<article id="${escapeHtml(id)}"><h2>${escapeHtml(subject)}</h2>` +
      `<p><small>To ${escapeHtml(recipient)}, ${createdAt.toISOString()}</small></p>` +
      `<pre>${withLinks(escapeHtml(text))}</pre></article>`,
  );
  const body = items.join("") || "<p>No mail yet.</p>";
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox · Beatcast</title>' +
    "<style>:root{color-scheme:light dark}body{font-family:system-ui,sans-serif;max-width:44rem;margin:2rem auto;" +
    "padding:0 1rem}article{border-top:1px solid;padding:1rem 0}article:target{border-top-width:4px}" +
    "pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>" +
    `<h1>Outbox</h1><p>Mails of this development run. None of them was sent.</p>${body}</html>`
  );
}

/** Turns the web addresses in a text into links. The text must already be escaped for HTML. */
function withLinks(text: string): string {
  return text.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
