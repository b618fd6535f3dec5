import type { Database } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";
import { signEvent } from "../stripe/webhook.ts";
import { type LifecycleStep, renewed } from "./lifecycle.ts";
import { openSandboxStore, type SandboxStore, type SandboxSubscription, sandboxId } from "./store.ts";

export type Sandbox = {
  store: SandboxStore;
  now: () => number;
  /** Sends an event to our own webhook, signed as Stripe signs. */
  emit(type: string, object: { id: string; object: string; customer?: string }): Promise<void>;
};

type SandboxSettings = {
  origin: string;
  webhookSecret: string;
  /** Passes a request to our own Worker. `deliver` is null in the daily job, which sends no events. */
  deliver: ((request: Request) => Promise<Response>) | null;
};

/**
 * Opens the payment sandbox, which stands in for Stripe. `worker/app/wiring/external-services.ts` never opens it in
 * production.
 */
export function openSandbox(db: Database, settings: SandboxSettings, clock: () => Date): Sandbox {
  return {
    store: openSandboxStore(db),
    now: () => clock().getTime(),
    async emit(type, object) {
      if (!settings.deliver) return;
      const created = Math.floor(clock().getTime() / 1000);
      const body = JSON.stringify({
        id: sandboxId("evt"),
        object: "event",
        type,
        created,
        data: { object },
      });
      const signature = await signEvent(body, settings.webhookSecret, clock());
      const request = new Request(`${settings.origin}/api/webhooks/stripe`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": signature },
        body,
      });
      const answer = await settings.deliver(request);
      if (!answer.ok) console.error(`The sandbox's event ${type} was answered ${answer.status}.`);
    },
  };
}

export async function applyStep(
  sandbox: Sandbox,
  step: LifecycleStep,
  type = "customer.subscription.updated",
): Promise<void> {
  await sandbox.store.put("subscription", step.subscription);
  if (step.invoice) await sandbox.store.put("invoice", step.invoice);
  await emitStep(sandbox, step, type);
}

export async function emitStep(
  { emit }: Sandbox,
  { subscription, invoice }: LifecycleStep,
  type: string,
): Promise<void> {
  const { id, customerId: customer } = subscription;
  await emit(type, { id, object: "subscription", customer });
  if (invoice) {
    const outcome = invoice.status === "paid" ? "invoice.paid" : "invoice.payment_failed";
    await emit(outcome, { id: invoice.id, object: "invoice", customer });
  }
}

export async function customerOf({ store }: Sandbox, id: string) {
  const customer = await store.find("customer", id);
  if (!customer) throw new AppError("not_found", "The sandbox has no such customer.");
  return customer;
}

export async function sandboxSubscriptionOf({ store }: Sandbox, id: string): Promise<SandboxSubscription> {
  const subscription = await store.find("subscription", id);
  if (!subscription) throw new AppError("not_found", "The sandbox has no such subscription.");
  return subscription;
}

/** Returns the customer's subscriptions, after renewing those whose period has ended by now. */
export async function renewedSubscriptions(
  sandbox: Sandbox,
  customerId: string,
): Promise<SandboxSubscription[]> {
  const subscriptions = await sandbox.store.listOf("subscription", customerId);
  return Promise.all(subscriptions.map((subscription) => catchUp(sandbox, subscription)));
}

async function catchUp(sandbox: Sandbox, subscription: SandboxSubscription): Promise<SandboxSubscription> {
  let current = subscription;
  while (current.status === "active" && current.periodEnd <= sandbox.now()) {
    const step = renewed(current, await customerOf(sandbox, current.customerId), current.periodEnd);
    await sandbox.store.put("subscription", step.subscription);
    if (step.invoice) await sandbox.store.put("invoice", step.invoice);
    current = step.subscription;
  }
  return current;
}
