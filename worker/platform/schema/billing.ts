import { and, eq, isNotNull, isNull, lt, not, or, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { planIds } from "#contract/plans.ts";
import { type DataCategory, retentionDays } from "#contract/retention.ts";
import {
  type DataSubject,
  days,
  declarePersonalTable as declare,
  untilDeleted,
} from "../personal-data/declare.ts";
import { users } from "./accounts.ts";

const time = (name: string) => integer(name, { mode: "timestamp_ms" });
const planId = (name: string) => text(name, { enum: planIds });

/** Customers at the payment provider. The customer of a guest has no `userId` until an account takes it over. */
export const customers = sqliteTable(
  "customers",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    email: text("email"),
    createdAt: time("created_at").notNull(),
    /**
     * The numbers of the last sync with the provider that started and of the last one that wrote. A sync writes
     * only if no sync that started later has written.
     */
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

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    status: text("status").notNull(),
    planId: planId("plan_id"),
    priceId: text("price_id").notNull(),
    amountCents: integer("amount_cents").notNull(),
    currency: text("currency").notNull(),
    periodStart: time("period_start").notNull(),
    periodEnd: time("period_end").notNull(),
    endsAt: time("ends_at"),
    endedAt: time("ended_at"),
    /** After a downgrade, the larger plan stays in force until `retainedUntil`. */
    retainedPlanId: planId("retained_plan_id"),
    retainedUntil: time("retained_until"),
    /**
     * The columns from here to `paidCalls` are the paid period (`PaidPeriod` in
     * worker/billing/subscription/paid-period.ts).
     */
    countedFrom: time("counted_from").notNull(),
    paidFrom: time("paid_from").notNull(),
    paidUntil: time("paid_until").notNull(),
    paidInvoiceId: text("paid_invoice_id"),
    paidPlanId: planId("paid_plan_id"),
    /** The number of calls that the paid period includes. Null with a `paidPlanId` means unlimited. */
    paidCalls: integer("paid_calls"),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("subscriptions_by_customer").on(table.customerId)],
);

/**
 * Successful payments. A dispute finds its customer through them, and a duplicate payment is recognized and
 * refunded.
 */
export const payments = sqliteTable(
  "payments",
  {
    id: text("id").primaryKey(),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    subscriptionId: text("subscription_id").notNull(),
    periodStart: time("period_start").notNull(),
    amountCents: integer("amount_cents").notNull(),
    currency: text("currency").notNull(),
  },
  (table) => [index("payments_by_customer").on(table.customerId)],
);

export const disputes = sqliteTable(
  "disputes",
  {
    id: text("id").primaryKey(),
    paymentId: text("payment_id").notNull(),
    status: text("status").notNull(),
    /** When the provider created the newest event about the dispute. Older events are ignored. */
    reportedAt: time("reported_at").notNull(),
  },
  (table) => [index("disputes_by_payment").on(table.paymentId)],
);

/** The provider's events that were processed. A redelivered event is found here and has no effect. */
export const paymentEvents = sqliteTable(
  "payment_events",
  { id: text("id").primaryKey(), type: text("type").notNull(), receivedAt: time("received_at").notNull() },
  (table) => [index("payment_events_by_time").on(table.receivedAt)],
);

/**
 * Checkouts at the payment provider. A checkout without a `userId` is a guest's, and only the browser that
 * holds its secret can continue it.
 */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: text("id").primaryKey(),
    planId: planId("plan_id").notNull(),
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the secret in the guest's cookie. */
    secretHash: text("secret_hash"),
    /** SHA-256 of the secret in the mailed link. */
    mailedHash: text("mailed_hash"),
    customerId: text("customer_id"),
    email: text("email"),
    payerName: text("payer_name"),
    createdAt: time("created_at").notNull(),
    checkedAt: time("checked_at"),
    expiredAt: time("expired_at"),
    confirmedAt: time("confirmed_at"),
    setUpAt: time("set_up_at"),
    /**
     * When the person with the payer's email address declined to take the purchase into their account. It is
     * not offered to that account again.
     */
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

/**
 * Customers of deleted accounts. Events about them that arrive late are recognized here, and nothing about the
 * person is stored again.
 */
export const closedCustomers = sqliteTable(
  "closed_customers",
  { id: text("id").primaryKey(), closedAt: time("closed_at").notNull() },
  (table) => [index("closed_customers_by_time").on(table.closedAt)],
);

/** The payment sandbox stores its objects here in place of a real provider. The table is empty in production. */
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

const customer: DataCategory = {
  group: "billing-data",
  what: "Customer number at our payment provider, and the email address given there",
  why: "To find your subscription",
  retention: `${untilDeleted}; without an account, ${days(retentionDays.guestCustomer)} after the subscription ended`,
};
const subscription: DataCategory = {
  group: "billing-data",
  what: "Subscription: plan, price, status, dates, brand and last four digits of the card",
  why: "To give you what you paid for",
  retention: "As the customer number",
};
const payment: DataCategory = {
  group: "billing-data",
  what: "Payments: number, amount, and whether one is disputed",
  why: "To refund a duplicate and to follow a dispute",
  retention: "As the customer number",
};
const checkout: DataCategory = {
  group: "billing-data",
  what: "Checkouts: plan, email address and name of the payer, hashes of the secrets that tie them to a browser",
  why: "To set up the account of whoever paid",
  retention: `Unpaid, ${days(retentionDays.unpaidCheckout)}, and until the payment provider says that nothing was paid; paid, ${days(retentionDays.paidCheckout)}, or as the customer number while no account has it`,
};
const closed: DataCategory = {
  group: "billing-data",
  what: "Customer number at our payment provider of a deleted account, and nothing else of it",
  why: "To end and refund what was paid in the moment of the deletion",
  retention: days(retentionDays.closedCustomer),
};
const order: DataCategory = {
  group: "billing-data",
  what: "Orders to our payment provider that are under way",
  why: "So that a repeated order is carried out once",
  retention: days(retentionDays.paymentOperation),
};
const sandbox: DataCategory = {
  group: "billing-data",
  what: "Customers, checkouts and invoices of the payment sandbox, in development runs only",
  why: "To try payments without money",
  retention: "Until the database is deleted",
};

const BEFORE =
  "Deleted before the account by deleteBillingData, once the provider has ended what is paid for.";
const ownCustomers = ({ userId }: DataSubject) =>
  sql`(SELECT id FROM ${customers} WHERE user_id = ${userId})`;

export const personal = [
  declare(customers, {
    data: [[customer, "id", "email", "createdAt", "syncStarted", "syncWritten", "syncedAt"]],
    export: { as: "billing.customers", without: ["syncStarted", "syncWritten", "syncedAt"] },
    deletion: BEFORE,
    // Customers without an account expire when their subscriptions ended long ago.
    expired: (daysAgo) => {
      const end = daysAgo(retentionDays.guestCustomer);
      const isNeeded = sql`EXISTS (SELECT 1 FROM ${subscriptions} AS s WHERE s.customer_id = ${customers.id}
        AND (s.ended_at IS NULL OR s.ended_at > ${end.getTime()}))`;
      return and(
        isNull(customers.userId),
        isNotNull(customers.syncedAt),
        lt(customers.createdAt, end),
        not(isNeeded),
      );
    },
  }),
  declare(subscriptions, {
    data: [
      [
        subscription,
        "id",
        "customerId",
        "status",
        "planId",
        "priceId",
        "amountCents",
        "currency",
        "periodStart",
        "periodEnd",
        "endsAt",
        "endedAt",
        "retainedPlanId",
        "retainedUntil",
        "countedFrom",
        "paidFrom",
        "paidUntil",
        "paidInvoiceId",
        "paidPlanId",
        "paidCalls",
        "cardBrand",
        "cardLast4",
        "createdAt",
      ],
    ],
    rowsOf: (person) => sql`${subscriptions.customerId} IN ${ownCustomers(person)}`,
    export: { as: "billing.subscriptions" },
  }),
  declare(payments, {
    data: [[payment, "id", "customerId", "subscriptionId", "amountCents", "currency", "periodStart"]],
    rowsOf: (person) => sql`${payments.customerId} IN ${ownCustomers(person)}`,
    export: { as: "billing.payments" },
  }),
  declare(checkouts, {
    data: [
      [
        checkout,
        "id",
        "planId",
        "secretHash",
        "mailedHash",
        "customerId",
        "email",
        "payerName",
        "createdAt",
        "checkedAt",
        "expiredAt",
        "confirmedAt",
        "setUpAt",
        "declinedAt",
      ],
    ],
    rowsOf: (person) =>
      or(eq(checkouts.userId, person.userId), sql`${checkouts.customerId} IN ${ownCustomers(person)}`),
    export: {
      as: "billing.checkouts",
      without: ["secretHash", "mailedHash", "customerId", "checkedAt", "expiredAt", "setUpAt", "declinedAt"],
    },
    expired: (daysAgo) => {
      const isWaiting = sql`EXISTS (SELECT 1 FROM ${customers} AS c WHERE c.id = ${checkouts.customerId} AND c.user_id IS NULL)`;
      return or(
        // An unpaid checkout expires only once the provider has said so (`expiredAt`), because the webhook
        // about a payment may have been lost.
        and(
          isNull(checkouts.confirmedAt),
          isNotNull(checkouts.expiredAt),
          lt(checkouts.createdAt, daysAgo(retentionDays.unpaidCheckout)),
        ),
        and(
          isNotNull(checkouts.confirmedAt),
          lt(checkouts.createdAt, daysAgo(retentionDays.paidCheckout)),
          not(isWaiting),
        ),
      );
    },
  }),
  declare(disputes, {
    data: [[payment, "id", "paymentId", "status", "reportedAt"]],
    rowsOf: (person) =>
      sql`${disputes.paymentId} IN (SELECT id FROM ${payments} WHERE customer_id IN ${ownCustomers(person)})`,
    export: { as: "billing.disputes" },
    deletion: "Forgotten some time after its payment.",
    expired: (daysAgo) =>
      and(
        lt(disputes.reportedAt, daysAgo(retentionDays.guestCustomer)),
        sql`NOT EXISTS (SELECT 1 FROM ${payments} AS p WHERE p.id = ${disputes.paymentId})`,
      ),
  }),
  declare(paymentEvents, {
    data: [],
    export: "Numbers of the provider's events.",
    expired: (daysAgo) => lt(paymentEvents.receivedAt, daysAgo(retentionDays.paymentEvent)),
  }),
  declare(closedCustomers, {
    data: [[closed, "id", "closedAt"]],
    export: "Written when the account is gone.",
    deletion: "Outlives the account for what comes late.",
    expired: (daysAgo) => lt(closedCustomers.closedAt, daysAgo(retentionDays.closedCustomer)),
  }),
  declare(paymentOperations, {
    data: [[order, "owner", "operation", "parameters", "key", "startedAt"]],
    export: "Held for seconds.",
    deletion: ({ userId }) => eq(paymentOperations.owner, userId),
    expired: (daysAgo) => lt(paymentOperations.startedAt, daysAgo(retentionDays.paymentOperation)),
  }),
  declare(sandboxDocuments, {
    data: [[sandbox, "kind", "id", "customerId", "body"]],
    export: "Development runs only.",
    deletion: "Stands for what the provider stores.",
  }),
];
