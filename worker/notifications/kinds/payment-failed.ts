import { sql } from "drizzle-orm";
import { emailPreferenceLabels } from "#contract/preferences.ts";
import { composeMail } from "#platform/mail/compose.ts";
import {
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  plannedBy,
} from "./kind.ts";

const kind = "payment_failed";

function recipients(_: NotificationDeps, people: readonly string[] | null) {
  const subject = sql`s.id || ':' || s.period_end`;
  return sql`SELECT c.user_id AS user_id, ${subject} AS subject
    FROM subscriptions AS s JOIN customers AS c ON c.id = s.customer_id
    WHERE s.status = 'past_due' AND c.user_id IS NOT NULL AND ${isOneOfPeople(sql`c.user_id`, people)}
      AND ${isNotPlanned(kind, sql`c.user_id`, subject)}`;
}

export const paymentFailed: NotificationKind = {
  ...plannedBy(kind, recipients),
  flag: "billingNotifications",
  write: async ({ accounts: { origin } }) => ({
    push: null,
    email: (to, unsubscribe) =>
      composeMail({
        to,
        subject: "Your payment did not go through",
        paragraphs: [
          "The renewal of your Beatcast subscription could not be charged.",
          "Your plan stays for a few days. Please check your payment method, or choose another one.",
        ],
        action: { label: "Open your billing", url: `${origin}/account?tab=billing` },
        reason: `You get this email because "${emailPreferenceLabels.billingNotifications}" is on in your account's notifications.`,
        unsubscribe,
      }),
  }),
};
