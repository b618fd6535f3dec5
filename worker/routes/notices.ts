import { turnOffByLink } from "#accounts/notices/unsubscribe-links.ts";
import { noticeTokenSchema } from "#contract/preferences.ts";
import { validate } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";

/** What the links in mails of the jobs do: turn off the kind of mail that they stand in. */
export const noticeOperations: readonly Operation[] = [
  {
    // Mail programs send this themselves, as a form and from anywhere (RFC 8058): the signed token alone decides.
    method: "POST",
    path: "/api/notices/unsubscribe",
    access: "signed",
    rate: "mailedLink",
    query: noticeTokenSchema,
    handle: async (c) => {
      const { token } = validate(noticeTokenSchema, c.req.query());
      await turnOffByLink(c.var.deps.accounts, token);
      return c.json({ success: true });
    },
  },
  {
    // A mail program without one-click opens the same address: the page asks, and nothing changes before.
    method: "GET",
    path: "/api/notices/unsubscribe",
    access: "public",
    query: noticeTokenSchema,
    handle: (c) => {
      const { token } = validate(noticeTokenSchema, c.req.query());
      return c.redirect(`/notices/unsubscribe?token=${encodeURIComponent(token)}`, 303);
    },
  },
];
