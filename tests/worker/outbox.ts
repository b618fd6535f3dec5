import { env } from "cloudflare:test";

export type KeptMail = { subject: string; text: string };

/** Waits for the newest mail to an address with this subject, because mails are written after the answer. */
export async function mailTo(recipient: string, subject: string): Promise<KeptMail> {
  for (let tries = 0; tries < 200; tries++) {
    const mail = await env.DB.prepare(
      "SELECT subject, text FROM outbox WHERE recipient = ? AND subject = ? ORDER BY created_at DESC LIMIT 1",
    )
      .bind(recipient, subject)
      .first<KeptMail>();
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No mail "${subject}" came for ${recipient}.`);
}

/**
 * Returns the subjects of an address's mails once none has arrived for a while, because mails are written after the
 * answer.
 */
export async function mailsTo(recipient: string): Promise<string[]> {
  let before = -1;
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { results } = await env.DB.prepare("SELECT subject FROM outbox WHERE recipient = ?")
      .bind(recipient)
      .all<KeptMail>();
    if (results.length === before) return results.map(({ subject }) => subject);
    before = results.length;
  }
}

/** Returns the secret in a mailed link. */
export function tokenIn({ text }: KeptMail): string {
  const token = /#([\w.-]+)/.exec(text)?.[1];
  if (!token) throw new Error("The mail has no link.");
  return token;
}
