import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { planIds } from "#contract/plans.ts";
import { users } from "./accounts.ts";

const time = (name: string) => integer(name, { mode: "timestamp_ms" });
const planId = (name: string) => text(name, { enum: planIds });

/** A customer at the payment provider, and whose it is; a guest's belongs to nobody until an account takes it. */
export const customers = sqliteTable(
  "customers",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    email: text("email"),
    createdAt: time("created_at").notNull(),
    /** Tickets of syncs started and of the latest one written: a sync that began earlier writes nothing any more. */
    syncStarted: integer("sync_started").notNull().default(0),
    syncWritten: integer("sync_written").notNull().default(0),
    syncedAt: time("synced_at"),
  },
  (table) => [
    index("customers_by_user").on(table.userId),
    index("customers_by_email").on(table.email),
    index("customers_by_sync").on(table.syncedAt),
  ],
);

/** What the payment provider said last about a subscription. Written by the sync alone. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** Stripe's word. */
    status: text("status").notNull(),
    /** Null when the price is none of ours. */
    planId: planId("plan_id"),
    priceId: text("price_id").notNull(),
    amountCents: integer("amount_cents").notNull(),
    currency: text("currency").notNull(),
    periodStart: time("period_start").notNull(),
    periodEnd: time("period_end").notNull(),
    /** When it is going to end, once cancelled. */
    endsAt: time("ends_at"),
    endedAt: time("ended_at"),
    /** The higher plan that stays until `keptUntil` after a downgrade. */
    retainedPlanId: planId("retained_plan_id"),
    retainedUntil: time("retained_until"),
    /** The last paid period, see worker/billing/subscription/paid-period.ts; null in rows that no sync has seen since it exists. */
    countedFrom: time("counted_from"),
    paidFrom: time("paid_from"),
    paidUntil: time("paid_until"),
    paidInvoiceId: text("paid_invoice_id"),
    paidPlanId: planId("paid_plan_id"),
    /** Null with a plan means unlimited. */
    paidCalls: integer("paid_calls"),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("subscriptions_by_customer").on(table.customerId)],
);

/** Payments made, so that a dispute finds its customer and a duplicate can be refunded. */
export const payments = sqliteTable(
  "payments",
  {
    id: text("id").primaryKey(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    subscriptionId: text("subscription_id").notNull(),
    /** Start of the period that was paid for; null for payments stored before this was. */
    periodStart: time("period_start"),
    amountCents: integer("amount_cents").notNull(),
    currency: text("currency").notNull(),
  },
  (table) => [index("payments_by_customer").on(table.customerId)],
);

/** Payments that a cardholder disputes with the bank. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text("id").primaryKey(),
    paymentId: text("payment_id").notNull(),
    status: text("status").notNull(),
    /** Time of the event that reported this status; an earlier one changes nothing. */
    reportedAt: time("reported_at").notNull(),
  },
  (table) => [index("disputes_by_payment").on(table.paymentId)],
);

/** Events already handled, by the provider's id: one delivered again has no effect. */
export const paymentEvents = sqliteTable(
  "payment_events",
  { id: text("id").primaryKey(), type: text("type").notNull(), receivedAt: time("received_at").notNull() },
  (table) => [index("payment_events_by_time").on(table.receivedAt)],
);

/** Checkouts we started. A guest's is bound to the browser that holds its secret, which is its alone. */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: text("id").primaryKey(),
    planId: planId("plan_id").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the secret in the guest's cookie. */
    secretHash: text("secret_hash"),
    /** SHA-256 of the secret in the link that was mailed once it was paid. */
    mailedHash: text("mailed_hash"),
    customerId: text("customer_id"),
    email: text("email"),
    payerName: text("payer_name"),
    createdAt: time("created_at").notNull(),
    /** When the provider was asked last whether it is paid. */
    checkedAt: time("checked_at"),
    /** When the provider said that it can be paid no more. */
    expiredAt: time("expired_at"),
    /** When we saw it paid. */
    confirmedAt: time("confirmed_at"),
    /** When its account was set up. */
    setUpAt: time("set_up_at"),
    /** When the account with the payer's address declined it: it is not offered there again. */
    declinedAt: time("declined_at"),
  },
  (table) => [
    index("checkouts_by_secret").on(table.secretHash),
    index("checkouts_by_mailed_secret").on(table.mailedHash),
    index("checkouts_by_time").on(table.createdAt),
    index("checkouts_by_check").on(table.confirmedAt, table.expiredAt, table.checkedAt),
    index("checkouts_by_customer").on(table.customerId),
    index("checkouts_by_email").on(table.email),
  ],
);

/** Writes to the provider that were started and not yet finished, with the key under which a retry is the same write. */
export const paymentOperations = sqliteTable(
  "payment_operations",
  {
    owner: text("owner").notNull(),
    operation: text("operation").notNull(),
    parameters: text("parameters").notNull(),
    key: text("key").notNull(),
    startedAt: time("started_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.operation] })],
);

/** Subscriptions that are being changed: one change at a time, until it ends or its lease does. */
export const subscriptionLocks = sqliteTable("subscription_locks", {
  subscriptionId: text("subscription_id").primaryKey(),
  holder: text("holder").notNull(),
  expiresAt: time("expires_at").notNull(),
});

/** Customers of deleted accounts, by the provider's number alone: what comes late about them stores nothing. */
export const closedCustomers = sqliteTable(
  "closed_customers",
  { id: text("id").primaryKey(), closedAt: time("closed_at").notNull() },
  (table) => [index("closed_customers_by_time").on(table.closedAt)],
);

/** What the local sandbox remembers in the provider's place; empty in production. */
export const sandboxDocuments = sqliteTable(
  "sandbox_documents",
  {
    kind: text("kind").notNull(),
    id: text("id").notNull(),
    customerId: text("customer_id"),
    body: text("body").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index("sandbox_documents_by_customer").on(table.kind, table.customerId),
  ],
);
