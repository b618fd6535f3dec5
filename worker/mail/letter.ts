import type { Mail } from "./port.ts";

type Letter = {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** Why this mail came. */
  reason: string;
};

/** A mail in plain text and as simple HTML; every text is escaped. */
export function writeLetter({ to, subject, paragraphs, action, reason }: Letter): Mail {
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), `—\n${reason}`];
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(action
      ? [`<p><a href="${escapeHtml(action.url)}"><strong>${escapeHtml(action.label)}</strong></a></p>`]
      : []),
    `<hr><p><small>${escapeHtml(reason)}</small></p>`,
  ];
  return {
    to,
    subject,
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="font-family:system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;line-height:1.5">${html.join("")}</body></html>`,
  };
}

/** Text as it may stand in HTML, attribute values included. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
