import { DAY_MS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { ended, renewed, shiftedIntoPast, started } from "./lifecycle.ts";
import {
  applyStep,
  customerOf,
  emitStep,
  renewedSubscriptions,
  type Sandbox,
  sandboxSubscriptionOf,
} from "./sandbox.ts";
import { type SandboxCheckout, type SandboxSubscription, sandboxId } from "./store.ts";

export async function requireCheckout({ store }: Sandbox, id: string): Promise<SandboxCheckout> {
  const checkout = await store.find("checkout", id);
  if (!checkout) throw new AppError("not_found", "The sandbox has no such checkout.");
  return checkout;
}

/**
 * Pays the checkout in one write, then sends the webhook events. Paying it again changes nothing. If
 * `isDelivered` is false, the events are deliberately not sent, as if they were lost. Returns the address that
 * the person is sent to.
 */
export async function payCheckout(
  sandbox: Sandbox,
  id: string,
  payer: { email: string; name: string | null },
  isDelivered: boolean,
): Promise<string> {
  const checkout = await requireCheckout(sandbox, id);
  const next = checkout.successUrl.replace("{CHECKOUT_SESSION_ID}", id);
  if (checkout.state !== "open") return next;
  const emitter = isDelivered ? sandbox : { ...sandbox, emit: async () => undefined };
  const card = { brand: "visa", last4: "4242", isDeclined: false };
  const email = checkout.email ?? payer.email;
  const customer = checkout.customerId
    ? { ...(await customerOf(sandbox, checkout.customerId)), card }
    : { id: sandboxId("cus"), email, name: payer.name, card };
  const paid = {
    ...checkout,
    state: "complete" as const,
    customerId: customer.id,
    email,
    payerName: payer.name,
  };
  const step = started(customer, checkout.planId, sandbox.now());
  const isFirst = await sandbox.store.putOnce(`pay:${id}`, [
    { kind: "customer", document: customer },
    { kind: "checkout", document: paid },
    { kind: "subscription", document: step.subscription },
    ...(step.invoice ? [{ kind: "invoice" as const, document: step.invoice }] : []),
  ]);
  if (!isFirst) return next;
  await emitStep(emitter, step, "customer.subscription.created");
  await emitter.emit("checkout.session.completed", {
    id,
    object: "checkout.session",
    customer: customer.id,
  });
  return next;
}

/** Changes the customer's card, so that later payments succeed or are declined. */
export async function changeCard(sandbox: Sandbox, customerId: string, isDeclined: boolean): Promise<void> {
  const customer = await customerOf(sandbox, customerId);
  const card = isDeclined
    ? { brand: "visa", last4: "0341", isDeclined }
    : { brand: "mastercard", last4: "4444", isDeclined };
  await sandbox.store.put("customer", { ...customer, card });
  await sandbox.emit("customer.updated", { id: customerId, object: "customer" });
}

/** Simulates the end of the period: the subscription renews, fails to renew, or ends as scheduled. */
export async function advancePeriod(sandbox: Sandbox, subscriptionId: string): Promise<void> {
  const { now } = sandbox;
  const subscription = await sandboxSubscriptionOf(sandbox, subscriptionId);
  if (subscription.status === "canceled") return;
  const earlier = await passTime(sandbox, subscription, Math.max(0, subscription.periodEnd - now()));
  await applyStep(sandbox, renewed(earlier, await customerOf(sandbox, earlier.customerId), now()));
}

/** Simulates that days pass, to show the grace period after a failed renewal. */
export async function advanceDays(sandbox: Sandbox, subscriptionId: string, days: number): Promise<void> {
  const earlier = await passTime(
    sandbox,
    await sandboxSubscriptionOf(sandbox, subscriptionId),
    days * DAY_MS,
  );
  await applyStep(sandbox, { subscription: earlier, invoice: null });
}

/** Pays the customer's open invoice. Returns false when there is none or the card is declined. */
export async function payOpenInvoice(sandbox: Sandbox, subscriptionId: string): Promise<boolean> {
  const subscription = await sandboxSubscriptionOf(sandbox, subscriptionId);
  const customer = await customerOf(sandbox, subscription.customerId);
  const invoices = await sandbox.store.listOf("invoice", customer.id);
  const open = invoices.find((invoice) => invoice.status === "open");
  if (!open || customer.card.isDeclined) return false;
  const paymentId = sandboxId("pi");
  await applyStep(sandbox, {
    subscription: {
      ...subscription,
      status: "active",
      ...(subscription.periodInvoice?.id === open.id ? { periodInvoice: { id: open.id, isPaid: true } } : {}),
      lastPayment: { id: paymentId, amountCents: open.amountCents },
    },
    invoice: { ...open, status: "paid", paymentId },
  });
  return true;
}

/** Ends the subscription as Stripe does after its last payment attempt. */
export async function endNow(sandbox: Sandbox, subscriptionId: string): Promise<void> {
  const subscription = await sandboxSubscriptionOf(sandbox, subscriptionId);
  await applyStep(
    sandbox,
    { subscription: ended(subscription, sandbox.now()), invoice: null },
    "customer.subscription.deleted",
  );
}

export async function subscriptionsOf(sandbox: Sandbox, customerId: string): Promise<SandboxSubscription[]> {
  await customerOf(sandbox, customerId);
  return (await renewedSubscriptions(sandbox, customerId)).sort((a, b) => b.createdAt - a.createdAt);
}

async function passTime(
  { store }: Sandbox,
  subscription: SandboxSubscription,
  ms: number,
): Promise<SandboxSubscription> {
  for (const invoice of await store.listOf("invoice", subscription.customerId))
    await store.put("invoice", { ...invoice, createdAt: invoice.createdAt - ms });
  return shiftedIntoPast(subscription, ms);
}
