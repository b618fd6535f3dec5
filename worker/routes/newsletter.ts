import { confirmNewsletter, requestNewsletter, unsubscribe } from "#accounts/mail/newsletter.ts";
import { newsletterRequestSchema, newsletterTokenSchema } from "#contract/newsletter.ts";
import { readJson, validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

export const newsletterOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/newsletter",
    access: "public",
    rate: "mailedLink",
    body: newsletterRequestSchema,
    handle: async (c) => {
      const { email } = await readJson(c.req.raw, newsletterRequestSchema);
      requestNewsletter(c.var.deps.accounts, email);
      return c.json({ success: true });
    },
  },
  {
    method: "POST",
    path: "/api/newsletter/confirm",
    access: "public",
    rate: "mailedLink",
    body: newsletterTokenSchema,
    handle: async (c) => {
      const { token } = await readJson(c.req.raw, newsletterTokenSchema);
      await confirmNewsletter(c.var.deps.accounts, token);
      return c.json({ success: true });
    },
  },
  {
    // Mail programs send this themselves, as a form and from anywhere (RFC 8058): the signed token alone decides.
    method: "POST",
    path: "/api/newsletter/unsubscribe",
    access: "signed",
    rate: "mailedLink",
    query: newsletterTokenSchema,
    handle: async (c) => {
      const { token } = validate(newsletterTokenSchema, c.req.query());
      await unsubscribe(c.var.deps.accounts, token);
      return c.json({ success: true });
    },
  },
  {
    // A mail program without one-click opens the same address: the page asks, and nothing changes before.
    method: "GET",
    path: "/api/newsletter/unsubscribe",
    access: "public",
    query: newsletterTokenSchema,
    handle: (c) => {
      const { token } = validate(newsletterTokenSchema, c.req.query());
      return c.redirect(`/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, 303);
    },
  },
];
