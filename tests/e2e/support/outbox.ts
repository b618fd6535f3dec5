import { expect, type Page } from "@playwright/test";

type Mail = { recipient: string; subject: string; text: string };

/** Waits for the newest mail to an address with a subject and returns the path of its link. */
export async function linkInMail(page: Page, recipient: string, subject: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { mails } = (await (await page.request.get("/api/dev/outbox")).json()) as { mails: Mail[] };
      const mail = mails.find((one) => one.recipient === recipient && one.subject === subject);
      link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
      return link;
    })
    .toBeTruthy();
  const { pathname, search, hash } = new URL(link ?? "");
  return pathname + search + hash;
}
