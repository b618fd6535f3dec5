/**
 * How long personal data is stored, in days. The one home of these periods: the jobs that delete read them, and the
 * privacy policy's table prints them.
 */
export const retentionDays = {
  /** From its opening; a session that ends before is deleted at once. */
  session: 30,
  securityEvent: 365,
  revokedApiKey: 90,
  /** An app that is not used for so long is disconnected. */
  connectedApp: 90,
  supportRequest: 365,
  webhookDelivery: 7,
  /** An address that never confirmed the newsletter. */
  unconfirmedNewsletter: 30,
  /** Longer than anything stays news. */
  sentNotice: 30,
  deadLetter: 30,
  outbox: 7,
  /** A checkout that was never paid; it stays open at the provider for a day. */
  unpaidCheckout: 2,
  /** A checkout whose payment is on its way: the longest that a bank takes. */
  pendingPayment: 30,
  paidCheckout: 30,
  guestCustomer: 30,
  /** The provider stops sending an event again after three days. */
  paymentEvent: 30,
  /** The provider's number of a deleted account's customer: longer than anything about it can still come. */
  closedCustomer: 30,
  /** A write to the provider, or a change, that was started and never finished. */
  paymentOperation: 1,
  /** The longest that browsers keep a cookie. */
  knownDevice: 400,
  /** Longer than any month: one that is taken up again still counts. */
  callPeriod: 62,
  /** The database provider's backups, which cannot be edited. */
  backup: 30,
  /** That an account was deleted: longer than a backup that could bring it back. */
  deletedAccount: 35,
  /** A file of past predictions that a newer one replaced: longer than a backup of the database that still names it. */
  replacedFile: 35,
} as const;

/** The shorter ones, in hours. */
export const retentionHours = {
  checkoutSecret: 24,
  /** What a passkey or a provider must answer, and the cookie that ties it to the browser. */
  startedSignIn: 1 / 6,
  /** The count of a mailbox's free calls, after its month: a run started in its last second still finds its call. */
  freeQuota: 1,
  /** A counter of attempts after the last one: twice the longest rate of worker/contract/rules.ts. */
  attemptCounter: 2,
} as const;
