export const dataGroups = {
  "account-data": "Account",
  "security-data": "Security",
  "use-data": "Use of the product",
  "mail-data": "Mail",
  "billing-data": "Billing",
  "browser-data": "In your browser",
} as const;
export type DataGroupId = keyof typeof dataGroups;

export type Datum = { group: DataGroupId; what: string; why: string; retention: string };
export type DataGroup = { id: DataGroupId; title: string; data: readonly Datum[] };

/** Days to keep each kind of data. The deleting jobs read these numbers and the privacy policy prints them. */
export const retentionDays = {
  /** Counted from the sign-in. */
  session: 30,
  securityEvent: 365,
  revokedApiKey: 90,
  /** Counted from the last use. */
  connectedApp: 90,
  supportRequest: 365,
  webhookDelivery: 7,
  unconfirmedNewsletter: 30,
  /** Longer than any notification remains news. */
  sentNotice: 30,
  deadLetter: 30,
  outbox: 7,
  /** A checkout can be paid at the provider for one day. */
  unpaidCheckout: 2,
  /** The longest that a bank transfer takes. */
  pendingPayment: 30,
  paidCheckout: 30,
  guestCustomer: 30,
  /** The provider stops redelivering an event after three days. */
  paymentEvent: 30,
  /** Longer than the provider can send anything about a deleted account. */
  closedCustomer: 30,
  paymentOperation: 1,
  /** The longest that browsers keep a cookie. */
  knownDevice: 400,
  /** Longer than any month, because a resumed period continues its count. */
  callPeriod: 62,
  /** The database provider's backups cannot be edited. */
  backup: 30,
  /** Longer than the age of a backup that could restore the account. */
  deletedAccount: 35,
  /** Longer than the age of a database backup that names the file. */
  replacedFile: 35,
} as const;

export const retentionHours = {
  checkoutSecret: 24,
  /** Challenges of passkeys and sign-in providers, and the browser's cookie for them. */
  startedSignIn: 1 / 6,
  /** Kept for a day after its month, so that a run of the last second still finds its count. */
  freeQuota: 1,
  /** The longest period of a limit in worker/contract/rules.ts. */
  attemptCounter: 24,
} as const;
