import { escapeHtml } from "./compose.ts";
import type { OutboxMail } from "./outbox.ts";

/** The outbox as a page for a developer; links in the mails can be followed. */
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

/** Makes links of ours clickable; the text is escaped already. */
function withLinks(text: string): string {
  return text.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
