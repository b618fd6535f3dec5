import { z } from "zod";
import type { PlanId } from "#contract/plans.ts";
import { planIdSchema } from "#contract/subscription.ts";
import type { PaymentCard, RemoteCheckout, RemoteInvoice, RemoteSubscription } from "../gateway.ts";

/**
 * Stripe's answers are validated because the SDK's enums are open and it accepts an answer with missing fields.
 */
const id = z.string().min(1).max(255);
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]);
const moment = z.number().transform((seconds) => new Date(seconds * 1000));
const word = z.string().max(100);
const cents = z.number().int();

const paymentMethodSchema = z.union([
  z.string().transform(() => null),
  z
    .object({ card: z.object({ brand: word, last4: z.string().max(4) }).optional() })
    .transform(({ card }): PaymentCard | null => (card ? { brand: card.brand, last4: card.last4 } : null)),
]);

const invoicePaymentSchema = z.object({
  status: word,
  amount_paid: cents.nullable(),
  currency: word,
  payment: z.object({ payment_intent: reference.optional() }),
});

const latestInvoiceSchema = z.union([
  z.string().transform(() => null),
  z.object({
    id,
    status: word.nullish(),
    billing_reason: word.nullish(),
    payments: z.object({ data: z.array(invoicePaymentSchema).max(100) }).optional(),
  }),
]);

/** The billing reasons of invoices that bill a whole period. All other reasons concern changes within a period. */
const PERIOD_REASONS = ["subscription_create", "subscription_cycle"];

const customerSchema = z.union([
  id.transform((customerId) => ({ id: customerId, card: null })),
  z
    .object({
      id,
      invoice_settings: z.object({ default_payment_method: paymentMethodSchema.nullish() }).nullish(),
    })
    .transform((customer) => ({
      id: customer.id,
      card: customer.invoice_settings?.default_payment_method ?? null,
    })),
]);

const subscriptionSchema = z.object({
  id,
  customer: customerSchema,
  status: word,
  created: moment,
  cancel_at: moment.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: moment.nullable(),
  metadata: z.record(z.string().max(40), z.string().max(500)),
  currency: word,
  items: z.object({
    data: z
      .array(
        z.object({
          id,
          current_period_start: moment,
          current_period_end: moment,
          price: z.object({ id, unit_amount: cents.nullable() }),
        }),
      )
      .min(1)
      .max(100),
  }),
  default_payment_method: paymentMethodSchema.nullish(),
  latest_invoice: latestInvoiceSchema.nullish(),
});

/**
 * These are keys of the Stripe subscription's metadata: the plan that stays in force after a downgrade, and
 * until when, in seconds since the epoch.
 */
export const RETAINED_PLAN = "beatcast_kept_plan";
export const RETAINED_UNTIL = "beatcast_retained_until";

const retainedSchema = z.object({
  [RETAINED_PLAN]: planIdSchema,
  [RETAINED_UNTIL]: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform((seconds) => new Date(Number(seconds) * 1000)),
});

/** Translates Stripe's answer. Throws a ZodError when the answer has an unexpected shape. */
export function toSubscription(answer: unknown, prices: PriceIds): RemoteSubscription {
  const { items, customer, ...subscription } = subscriptionSchema.parse(answer);
  const [item] = items.data;
  if (!item) throw new Error("A subscription has no items.");
  const retained = retainedSchema.safeParse(subscription.metadata).data;
  const invoice = subscription.latest_invoice;
  const payment = invoice?.payments?.data.find(({ status }) => status === "paid");
  const paymentId = payment?.payment.payment_intent;
  return {
    id: subscription.id,
    customerId: customer.id,
    status: subscription.status,
    planId: planOfPrice(prices, item.price.id),
    priceId: item.price.id,
    amountCents: item.price.unit_amount ?? 0,
    currency: subscription.currency,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    endsAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null),
    endedAt: subscription.ended_at,
    retained: retained ? { planId: retained[RETAINED_PLAN], until: retained[RETAINED_UNTIL] } : null,
    card: subscription.default_payment_method ?? customer.card,
    periodInvoice:
      invoice && PERIOD_REASONS.includes(invoice.billing_reason ?? "")
        ? { id: invoice.id, isPaid: invoice.status === "paid" }
        : null,
    lastPayment:
      payment && paymentId
        ? { id: paymentId, amountCents: payment.amount_paid ?? 0, currency: payment.currency }
        : null,
    createdAt: subscription.created,
  };
}

export const changeableSchema = z.object({
  id,
  status: word,
  cancel_at_period_end: z.boolean(),
  items: z.object({ data: z.array(z.object({ id })).min(1).max(100) }),
});

const checkoutSchema = z.object({
  id,
  status: word.nullable(),
  payment_status: word,
  customer: reference.nullable(),
  customer_details: z
    .object({ email: z.string().max(500).nullable(), name: z.string().max(500).nullable() })
    .nullable(),
});

export function toCheckout(answer: unknown): RemoteCheckout {
  const session = checkoutSchema.parse(answer);
  return {
    id: session.id,
    state: session.status === "complete" || session.status === "expired" ? session.status : "open",
    isPaid: session.payment_status === "paid" || session.payment_status === "no_payment_required",
    customerId: session.customer,
    email: session.customer_details?.email?.trim().toLowerCase() ?? null,
    payerName: session.customer_details?.name?.trim().slice(0, 100) || null,
  };
}

const invoiceSchema = z.object({
  id,
  description: z.string().max(5000).nullable(),
  created: moment,
  total: cents,
  currency: word,
  status: word.nullable(),
  invoice_pdf: z.string().max(2000).nullish(),
  lines: z.object({ data: z.array(z.object({ description: z.string().max(5000).nullable() })).max(100) }),
});

/** Translates Stripe's answer. An invoice without a description gets the description of its first line. */
export function toInvoice(answer: unknown): RemoteInvoice {
  const invoice = invoiceSchema.parse(answer);
  const description = invoice.description ?? invoice.lines.data[0]?.description ?? null;
  return {
    id: invoice.id,
    description: description?.slice(0, 500) ?? null,
    createdAt: invoice.created,
    amountCents: invoice.total,
    currency: invoice.currency,
    status: invoice.status ?? "draft",
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

export type PriceIds = Readonly<Record<PlanId, string>>;

/**
 * Returns the plan of a Stripe price, or null when the price is none of ours. Such a price is logged and never
 * guessed.
 */
export function planOfPrice(prices: PriceIds, priceId: string): PlanId | null {
  return planIdSchema.options.find((planId) => prices[planId] === priceId) ?? null;
}
