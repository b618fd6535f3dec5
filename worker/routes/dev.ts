import { z } from "zod";
import { previewNewsletter } from "#accounts/notices/send-newsletter.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { demoAccount, seedDemo } from "#demo/seed.ts";
import { readOutbox } from "#mail/outbox.ts";
import { outboxPage } from "#mail/outbox-page.ts";
import { newsletterIssueOf } from "#predictions/newsletter-issue.ts";
import type { AppContext } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

/** What a development run has beside the product. Elsewhere none of it exists. */
export const devOperations: readonly Operation[] = [
  {
    method: "GET",
    path: "/api/dev/outbox",
    access: "public",
    handle: async (c) => {
      refuseOutsideDevelopment(c);
      const mails = await readOutbox(c.var.deps.db);
      if (!(c.req.header("accept") ?? "").includes("text/html")) return c.json({ mails });
      c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
      return c.html(outboxPage(mails));
    },
  },
  {
    // A preview: the newsletter as it would be written now, to the demo reader, whatever the day.
    method: "POST",
    path: "/api/dev/newsletter",
    access: "public",
    rate: "signUp",
    body: z.strictObject({}),
    handle: async (c) => {
      refuseOutsideDevelopment(c);
      await readJson(c.req.raw, z.strictObject({}));
      const { accounts, market, record, marketNow } = c.var.deps;
      const { dataMode } = await market();
      const { db, ledgerId } = record(dataMode);
      const issue = await newsletterIssueOf(db, { ledgerId, dataMode, marketNow: marketNow() });
      await previewNewsletter(accounts, demoAccount.email, issue);
      return c.json({ sentTo: demoAccount.email, issue });
    },
  },
  {
    method: "POST",
    path: "/api/dev/seed",
    access: "public",
    rate: "signUp",
    body: z.strictObject({}),
    handle: async (c) => {
      refuseOutsideDevelopment(c);
      await readJson(c.req.raw, z.strictObject({}));
      const { email, password } = await seedDemo(c.var.deps, clientOf(c.req.raw));
      return c.json({ email, password });
    },
  },
];

function refuseOutsideDevelopment(c: AppContext): void {
  if (c.var.deps.settings.APP_ENV !== "development")
    throw new AppError("not_found", "There is no such call.");
}
