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

/** Days. Deleting jobs read these, and the privacy policy prints them. */
export const retentionDays = {
  /** From its opening. */
  session: 30,
  securityEvent: 365,
  revokedApiKey: 90,
  /** Since its last use. */
  connectedApp: 90,
  supportRequest: 365,
  webhookDelivery: 7,
  unconfirmedNewsletter: 30,
  /** Longer than anything stays news. */
  sentNotice: 30,
  deadLetter: 30,
  outbox: 7,
  /** It stays open at the provider for a day. */
  unpaidCheckout: 2,
  /** The longest that a bank takes. */
  pendingPayment: 30,
  paidCheckout: 30,
  guestCustomer: 30,
  /** The provider stops sending again after three days. */
  paymentEvent: 30,
  /** Longer than the provider can send anything about a deleted account. */
  closedCustomer: 30,
  paymentOperation: 1,
  /** The longest that browsers keep one. */
  knownDevice: 400,
  /** Longer than any month: a resumed period still counts. */
  callPeriod: 62,
  /** The database provider's, which cannot be edited. */
  backup: 30,
  /** Longer than a backup that could bring it back. */
  deletedAccount: 35,
  /** Longer than a database backup that names it. */
  replacedFile: 35,
} as const;

export const retentionHours = {
  checkoutSecret: 24,
  /** What a passkey or a provider must answer, and the browser's cookie. */
  startedSignIn: 1 / 6,
  /** After its month: a run of its last second still finds its call. */
  freeQuota: 1,
  /** Twice the longest rate of worker/contract/rules.ts. */
  attemptCounter: 2,
} as const;
