export const dataGroups = {
  "account-data": "Account",
  "security-data": "Security",
  "use-data": "Use of the product",
  "mail-data": "Mail",
  "billing-data": "Billing",
  "browser-data": "In your browser",
} as const;
export type DataGroupId = keyof typeof dataGroups;

export type DataCategory = { group: DataGroupId; what: string; why: string; retention: string };
export type DataGroup = { id: DataGroupId; title: string; data: readonly DataCategory[] };

/**
 * How many days each kind of data is kept. The jobs that delete data use these numbers, and the privacy policy
 * prints them.
 */
export const retentionDays = {
  /** Days from the sign-in to the end of the session. */
  session: 30,
  securityEvent: 365,
  revokedApiKey: 90,
  /** Days from the app's last use to the end of its access. */
  connectedApp: 90,
  supportRequest: 365,
  webhookDelivery: 7,
  unconfirmedNewsletter: 30,
  /** Long enough that every stored notification is out of date by the time it is deleted. */
  sentNotice: 30,
  deadLetter: 30,
  outbox: 7,
  /** Longer than the one day in which a checkout can be paid at the payment provider. */
  unpaidCheckout: 2,
  /** The longest time that a bank transfer takes. */
  pendingPayment: 30,
  paidCheckout: 30,
  guestCustomer: 30,
  /** Longer than the three days for which the payment provider redelivers an event. */
  paymentEvent: 30,
  /** Longer than the time in which the payment provider may still send events about a deleted account. */
  closedCustomer: 30,
  paymentOperation: 1,
  /** The longest lifetime of a cookie that browsers allow. */
  knownDevice: 400,
  /** Longer than any billing period, because a resumed subscription continues the call count of its period. */
  callPeriod: 62,
  /** How long the database provider keeps its backups, from which single rows cannot be deleted. */
  backup: 30,
  /**
   * Longer than `backup`: after a restore, accounts that were deleted since the backup must be deleted again.
   */
  deletedAccount: 35,
  /** Longer than `backup`: a restored database may still refer to a file that has been replaced since. */
  replacedFile: 35,
} as const;

export const retentionHours = {
  checkoutSecret: 24,
  /**
   * Ten minutes. This applies to the challenges of passkeys and sign-in providers, and to the browser's cookie
   * for them.
   */
  startedSignIn: 1 / 6,
  /**
   * Hours after the end of the month for which a free account's call count is kept, so that an analysis started
   * in the last second of the month still finds its count.
   */
  freeQuota: 1,
  /** The longest period of a limit in worker/contract/rules.ts. */
  attemptCounter: 24,
} as const;
