import { retentionDays, retentionHours } from "./retention.ts";

/** One datum on a person: what it is, what for, how long, and every place that stores it. */
export type Datum = {
  what: string;
  why: string;
  retention: string;
  /**
   * `table.column` of the database, `object:Class.table` of a Durable Object, `files:prefix/` of the file store,
   * `cookie:name`, `local:key`, `session:key` and `cache:name` of the browser.
   */
  where: readonly string[];
};
export type DataGroup = { id: string; title: string; data: readonly Datum[] };

const columns = (table: string, ...names: string[]) => names.map((name) => `${table}.${name}`);
const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
const untilDeleted = "Until you delete the account";
const untilChanged = "Until you change it or delete the account";

/**
 * Everything we store on people. The privacy policy's tables are drawn from it; tests/structure/personal-data.test.ts
 * compares it with the schema, the Durable Objects, the file store, the cookies and what the page stores.
 */
export const personalData: readonly DataGroup[] = [
  {
    id: "account-data",
    title: "Account",
    data: [
      {
        what: "E-mail address, and whether you confirmed it",
        why: "To sign you in and to write to you",
        retention: untilDeleted,
        where: columns("users", "email", "email_verified"),
      },
      {
        what: "Name; phone, company, location and a short text, if you add them",
        why: "Your profile, which only you see",
        retention: untilChanged,
        where: columns("users", "name", "phone", "company", "location", "bio"),
      },
      {
        what: "Picture, if you upload one",
        why: "Your profile, which only you see",
        retention: untilChanged,
        where: [...columns("users", "image"), "files:avatars/"],
      },
      {
        what: "Notification and privacy settings",
        why: "To do as you chose",
        retention: untilChanged,
        where: columns("users", "notification_preferences", "privacy_preferences"),
      },
      {
        what: "Account number, and when the account was created and last changed",
        why: "To tie your data together",
        retention: untilDeleted,
        where: [
          ...columns("users", "id", "created_at", "updated_at"),
          ...columns("credentials", "user_id"),
          ...columns("sessions", "user_id"),
          ...columns("one_time_links", "user_id"),
          ...columns("two_factors", "user_id"),
          ...columns("recovery_codes", "user_id"),
          ...columns("security_events", "user_id"),
          ...columns("customers", "user_id"),
          ...columns("checkouts", "user_id"),
          ...columns("sent_notices", "user_id"),
          ...columns("predictions", "user_id", "scope"),
          ...columns("tallies", "user_id", "scope"),
          ...columns("result_reports", "user_id"),
        ],
      },
    ],
  },
  {
    id: "security-data",
    title: "Security",
    data: [
      {
        what: "A salted hash of your password, and when you set it",
        why: "To check your password",
        retention: untilChanged,
        where: columns(
          "credentials",
          "id",
          "account_id",
          "provider_id",
          "password",
          "created_at",
          "updated_at",
        ),
      },
      {
        what: "Sessions: a hash of the token, browser and system (as 'Chrome on Mac'), city and country, opening and last use",
        why: "To keep you signed in, and to show you where",
        retention: `Until you end them, at most ${days(retentionDays.session)}`,
        where: columns(
          "sessions",
          "id",
          "token",
          "expires_at",
          "user_agent",
          "place",
          "created_at",
          "updated_at",
        ),
      },
      {
        what: "Security events (sign-ins, changes of password and the like): what, when, browser and system, city and country",
        why: "So that you can see what happened to your account",
        retention: days(retentionDays.securityEvent),
        where: columns("security_events", "id", "kind", "device", "place", "at"),
      },
      {
        what: "Two-factor secret (encrypted), and hashes of unused recovery codes",
        why: "To check your codes",
        retention: "Until you turn it off or delete the account",
        where: [
          ...columns("users", "two_factor_enabled"),
          ...columns("two_factors", "secret", "last_step", "created_at"),
          ...columns("recovery_codes", "code_hash"),
        ],
      },
      {
        what: "Hashes of mailed links and of sign-ins that wait for a code",
        why: "To confirm an address, reset a password, finish a sign-in",
        retention: "Until used, at most 24 hours",
        where: columns("one_time_links", "token_hash", "purpose", "attempts", "expires_at"),
      },
      {
        what: "Your IP address (of IPv6 the first half), or your account number, as the name of a counter of attempts",
        why: "To slow down abuse",
        retention: `At most ${retentionHours.attemptCounter} hours after the last attempt`,
        where: ["object:RateLimiter.bucket"],
      },
    ],
  },
  {
    id: "use-data",
    title: "Use of the product",
    data: [
      {
        what: "Predictions you asked for: ticker, time, what we answered, and how it ended",
        why: "Your history and your figures",
        retention: untilDeleted,
        where: [
          ...columns(
            "predictions",
            "id",
            "request_key",
            "snapshot_id",
            "symbol",
            "prediction_type",
            "beat_probability",
            "called_probability",
            "confidence",
            "created_at",
            "state",
            "is_correct",
          ),
          ...columns(
            "tallies",
            "dimension",
            "key",
            "n",
            "correct",
            "beats",
            "called_beat",
            "called_beat_correct",
            "probability_sum",
            "brier_sum",
            "base_brier_sum",
          ),
        ],
      },
      {
        what: "Calls used in the current month, with their tickers; those of a free account under a keyed hash of your mailbox's address",
        why: "To count them against your plan; a mailbox has one free quota",
        retention: `${days(retentionDays.callPeriod)} after the month, or until you delete the account; the free count, without account number and tickers, at most ${retentionHours.freeQuota} hour after the month`,
        where: ["object:QuotaCounter.calls"],
      },
      {
        what: "Reported results you sent in: figure, link and time",
        why: "To review a settlement; they are never published",
        retention: untilDeleted,
        where: columns(
          "result_reports",
          "prediction_id",
          "symbol",
          "fiscal_quarter_end",
          "eps",
          "url",
          "created_at",
        ),
      },
    ],
  },
  {
    id: "mail-data",
    title: "Mail",
    data: [
      {
        what: "Newsletter: your address, a hash of the confirmation link, when you asked and confirmed",
        why: "To send it to those who want it",
        retention: `Until you unsubscribe or delete the account; unconfirmed, ${days(retentionDays.unconfirmedNewsletter)}`,
        where: columns(
          "newsletter_subscribers",
          "id",
          "email",
          "confirm_hash",
          "confirm_expires_at",
          "confirmed_at",
          "created_at",
        ),
      },
      {
        what: "Which newsletters were sent to your address, and what became of each",
        why: "So that none comes twice",
        retention: days(retentionDays.sentNotice),
        where: columns(
          "newsletter_deliveries",
          "issue",
          "subscriber_id",
          "sent_at",
          "state",
          "attempts",
          "retry_at",
        ),
      },
      {
        what: "Which notices were sent to you, when, and whether they arrived at your mail server",
        why: "So that none comes twice",
        retention: days(retentionDays.sentNotice),
        where: columns("sent_notices", "notice", "sent_at", "state", "attempts", "retry_at"),
      },
      {
        what: "Browsers that you turned push messages on in: the address at the browser's push service, and the keys to encrypt for it",
        why: "To send push messages to them",
        retention:
          "Until you turn them off or sign out there, the session ends, or the push service no longer knows the browser",
        where: columns(
          "push_devices",
          "id",
          "user_id",
          "session_id",
          "endpoint",
          "p256dh",
          "auth",
          "created_at",
        ),
      },
      {
        what: "Copies of mails, in development runs only",
        why: "To look at mails without sending them",
        retention: days(retentionDays.outbox),
        where: columns("outbox", "id", "recipient", "subject", "text", "html", "created_at", "delivery_key"),
      },
    ],
  },
  {
    id: "billing-data",
    title: "Billing",
    data: [
      {
        what: "Customer number at our payment provider, and the e-mail address given there",
        why: "To find your subscription",
        retention: `${untilDeleted}; without an account, ${days(retentionDays.guestCustomer)} after the subscription ended`,
        where: columns("customers", "id", "email", "created_at", "sync_started", "sync_written", "synced_at"),
      },
      {
        what: "Subscription: plan, price, status, dates, brand and last four digits of the card",
        why: "To give you what you paid for",
        retention: "As the customer number",
        where: columns(
          "subscriptions",
          "id",
          "customer_id",
          "status",
          "plan_id",
          "price_id",
          "amount_cents",
          "currency",
          "period_start",
          "period_end",
          "ends_at",
          "ended_at",
          "kept_plan_id",
          "kept_until",
          "counted_from",
          "paid_from",
          "paid_until",
          "paid_invoice_id",
          "paid_plan_id",
          "paid_calls",
          "card_brand",
          "card_last4",
          "created_at",
        ),
      },
      {
        what: "That your subscription is being changed right now",
        why: "So that two changes at once are one after the other",
        retention: `Until the change is made; one that broke off, ${days(retentionDays.paymentOperation)}`,
        where: columns("subscription_locks", "subscription_id", "holder", "expires_at"),
      },
      {
        what: "Payments: number, amount, and whether one is disputed",
        why: "To refund a duplicate and to follow a dispute",
        retention: "As the customer number",
        where: [
          ...columns(
            "payments",
            "id",
            "customer_id",
            "subscription_id",
            "amount_cents",
            "currency",
            "period_start",
          ),
          ...columns("disputes", "id", "payment_id", "status", "told_at"),
        ],
      },
      {
        what: "Checkouts: plan, e-mail address and name of the payer, hashes of the secrets that tie them to a browser",
        why: "To set up the account of whoever paid",
        retention: `Unpaid, ${days(retentionDays.unpaidCheckout)}, and until the payment provider says that nothing was paid; paid, ${days(retentionDays.paidCheckout)}, or as the customer number while no account has it`,
        where: columns(
          "checkouts",
          "id",
          "plan_id",
          "secret_hash",
          "mailed_hash",
          "customer_id",
          "email",
          "payer_name",
          "created_at",
          "checked_at",
          "expired_at",
          "confirmed_at",
          "set_up_at",
          "declined_at",
        ),
      },
      {
        what: "Customer number at our payment provider of a deleted account, and nothing else of it",
        why: "To end and refund what was paid in the moment of the deletion",
        retention: days(retentionDays.closedCustomer),
        where: columns("closed_customers", "id", "closed_at"),
      },
      {
        what: "Orders to our payment provider that are under way",
        why: "So that a repeated order is carried out once",
        retention: days(retentionDays.paymentOperation),
        where: columns("payment_operations", "owner", "operation", "parameters", "key", "begun_at"),
      },
      {
        what: "Customers, checkouts and invoices of the payment sandbox, in development runs only",
        why: "To try payments without money",
        retention: "Until the database is deleted",
        where: columns("sandbox_documents", "kind", "id", "customer_id", "body"),
      },
    ],
  },
  {
    id: "browser-data",
    title: "In your browser",
    data: [
      {
        what: "Cookie: your session",
        why: "Keeps you signed in; scripts cannot read it",
        retention: `Until you sign out, at most ${days(retentionDays.session)}`,
        where: ["cookie:beatcast_session"],
      },
      {
        what: "Cookie: a signed note that this browser has signed in to your account before",
        why: "Lets you sign in while strangers try passwords for your account",
        retention: `At most ${days(retentionDays.knownDevice)}`,
        where: ["cookie:beatcast_device"],
      },
      {
        what: "Cookie: the secret of each checkout begun without an account",
        why: "Ties the checkout to your browser",
        retention: `${retentionHours.checkoutSecret} hours`,
        where: ["cookie:beatcast_checkout_"],
      },
      {
        what: "Local storage: your sign-in token",
        why: "Keeps you signed in in every tab",
        retention: "Until you sign out",
        where: ["local:auth_token"],
      },
      {
        what: "Local storage: light or dark theme",
        why: "Shows the theme you chose",
        retention: "Until you clear it",
        where: ["local:theme"],
      },
      {
        what: "Session storage: your account number, the analysis under way and the prediction shown last",
        why: "Finds them again after a reload",
        retention: "Until you close the tab",
        where: ["session:beatcast.analysis"],
      },
      {
        what: "Cache: the page that says that you are offline",
        why: "Answers without a connection; holds nothing about you",
        retention: "Until you clear it",
        where: ["cache:offline-1"],
      },
    ],
  },
];
