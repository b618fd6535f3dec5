import type { AccountDeps } from "#accounts/accounts.ts";
import { mailTokenSchema, newsletterRequestSchema } from "#contract/newsletter.ts";
import { successResponseSchema } from "#contract/security.ts";
import { confirmNewsletter, requestNewsletter, unsubscribe } from "#notifications/newsletter-subscription.ts";
import { unsubscribeByLink } from "#notifications/unsubscribe-links.ts";
import { type Operation, operation } from "../http/operation.ts";

export const newsletterOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/newsletter",
    access: "public",
    summary: "Ask for the newsletter; a mailed link confirms it",
    rate: "mailedLink",
    body: newsletterRequestSchema,
    response: successResponseSchema,
    handle: ({ accounts, body: { email } }) => {
      requestNewsletter(accounts, email);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/newsletter/confirm",
    access: "public",
    summary: "Confirm the newsletter by a mailed link",
    rate: "mailedLink",
    body: mailTokenSchema,
    response: successResponseSchema,
    errors: ["invalid_link"],
    handle: async ({ accounts, body: { token } }) => {
      await confirmNewsletter(accounts, token);
      return { success: true };
    },
  }),
  ...unsubscribing("/newsletter/unsubscribe", "Unsubscribe from the newsletter", unsubscribe),
  ...unsubscribing("/notices/unsubscribe", "Turn one kind of notice off", unsubscribeByLink),
];

/**
 * Returns the operations of an email's `List-Unsubscribe` address. Only POST changes something, because mail
 * scanners follow links. `end` ends the subscription and throws `invalid_link`.
 */
function unsubscribing(
  page: `/${string}`,
  summary: string,
  end: (accounts: AccountDeps, token: string) => Promise<unknown>,
): readonly Operation[] {
  return [
    // Mail programs send this form from anywhere (RFC 8058), so the signed token is the only proof.
    operation({
      method: "POST",
      path: `/api${page}`,
      access: "signed",
      summary,
      rate: "mailedLink",
      query: mailTokenSchema,
      response: successResponseSchema,
      errors: ["invalid_link"],
      handle: async ({ accounts, query: { token } }) => {
        await end(accounts, token);
        return { success: true };
      },
    }),
    operation({
      method: "GET",
      path: `/api${page}`,
      access: "public",
      summary: "Lead a reader's click to the page that asks",
      rate: "publicPages",
      query: mailTokenSchema,
      raw: [{ status: 303 }],
      handle: ({ c, query: { token } }) => c.redirect(`${page}#${encodeURIComponent(token)}`, 303),
    }),
  ];
}
