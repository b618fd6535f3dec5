import type { Mail } from "./port.ts";

/**
 * The links to unsubscribe. `pageUrl` is a page that asks for confirmation; `oneClickUrl` is the address to
 * which mail programs post (RFC 8058).
 */
export type UnsubscribeLinks = { label: string; pageUrl: string; oneClickUrl: string };

type MailLink = { label: string; url: string };

type MailContent = {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  sections?: readonly { title: string; lines: readonly string[]; more?: MailLink }[];
  action?: MailLink;
  /**
   * A picture of 1200 by 630 pixels. Its address must be the same for all recipients, so that loading it tells
   * nothing about them.
   */
  picture?: { url: string; alt: string };
  reason: string;
  unsubscribe?: UnsubscribeLinks | undefined;
};

/**
 * Our name as text. Unlike a picture, no mail program hides it, and opening the mail sends no request to our
 * servers.
 */
const BRAND = `<p style="font-size:1.15rem;font-weight:600"><span style="color:#f0a92f">●</span> Beatcast</p>`;

/** Returns a mail with the content as HTML and as plain text. All texts are escaped for HTML. */
export function composeMail(content: MailContent): Mail {
  const { to, subject, paragraphs, sections = [], action, picture, reason, unsubscribe } = content;
  const text = [
    ...paragraphs,
    ...sections.map(({ title, lines, more }) =>
      [title, ...lines.map((line) => `- ${line}`), ...(more ? [`${more.label}: ${more.url}`] : [])].join(
        "\n",
      ),
    ),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `—\n${reason}`,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.pageUrl}`] : []),
  ];
  const html = [
    BRAND,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(picture
      ? [
          `<p><img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="1200" height="630" style="display:block;width:100%;height:auto;border-radius:.5rem"></p>`,
        ]
      : []),
    ...sections.map(
      ({ title, lines, more }) =>
        `<h2 style="font-size:1.1rem">${escapeHtml(title)}</h2>` +
        `<ul>${lines.map((line) => `<li style="margin-bottom:.5rem">${escapeHtml(line)}</li>`).join("")}</ul>` +
        (more ? `<p>${link(more.url, escapeHtml(more.label))}</p>` : ""),
    ),
    ...(action ? [`<p>${link(action.url, `<strong>${escapeHtml(action.label)}</strong>`)}</p>`] : []),
    `<hr><p><small>${escapeHtml(reason)}</small></p>`,
    ...(unsubscribe
      ? [`<p><small>${link(unsubscribe.pageUrl, escapeHtml(unsubscribe.label))}</small></p>`]
      : []),
  ];
  return {
    to,
    subject,
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="font-family:system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;line-height:1.5">${html.join("")}</body></html>`,
    ...(unsubscribe
      ? {
          headers: {
            "List-Unsubscribe": `<${unsubscribe.oneClickUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          },
        }
      : {}),
  };
}

function link(url: string, html: string): string {
  return `<a href="${escapeHtml(url)}">${html}</a>`;
}

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
