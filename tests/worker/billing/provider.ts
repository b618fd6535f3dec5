import { env } from "cloudflare:test";
import type { BillingDeps } from "#billing/billing.ts";
import type { PaymentEvent, PaymentGateway, RemoteCheckout, RemoteSubscription } from "#billing/gateway.ts";
import { type PlanId, planTerms } from "#contract/plans.ts";
import { openDatabase } from "#platform/db/client.ts";
import { AppError } from "#platform/errors.ts";

export const DAY = 86_400_000;
/** The time at which every story begins. */
export const START = new Date("2026-03-01T12:00:00.000Z");

let names = 0;
export const unique = (kind: string) => {
  names += 1;
  return `${kind}_${names}_${crypto.randomUUID().slice(0, 8)}`;
};

/**
 * * A payment provider in memory whose state a test sets as it likes. It records every write with its key, can be
 * unreachable, and answers a query `delay` late with the state at the time it was asked.
 */
export class Provider implements PaymentGateway {
  readonly subscriptions = new Map<string, RemoteSubscription>();
  readonly checkouts = new Map<string, RemoteCheckout>();
  readonly writes: { name: string; key: string; of: string }[] = [];
  isAway = false;
  isCardDeclined = false;
  delay: () => Promise<void> = async () => undefined;

  #write(name: string, key: string, of: string): void {
    if (this.isAway) throw new AppError("not_available", "away");
    this.writes.push({ name, key, of });
  }
  #change(id: string, change: Partial<RemoteSubscription>): void {
    const subscription = this.subscriptions.get(id);
    if (subscription) this.subscriptions.set(id, { ...subscription, ...change });
  }
  written(name: string) {
    return this.writes.filter((write) => write.name === name);
  }

  async createCustomer({ userId }: { userId: string }, key: string) {
    this.#write("createCustomer", key, userId);
    return unique("cus");
  }
  async openCheckout({ planId, customer }: Parameters<PaymentGateway["openCheckout"]>[0], key: string) {
    this.#write("openCheckout", key, planId);
    const id = unique("cs");
    const customerId = customer?.id ?? null;
    this.checkouts.set(id, { id, state: "open", isPaid: false, customerId, email: null, payerName: null });
    return { id, url: `https://pay.test/${id}` };
  }
  async expireCheckout(id: string, key: string) {
    this.#write("expireCheckout", key, id);
    const checkout = this.checkouts.get(id);
    if (checkout?.state === "open") this.checkouts.set(id, { ...checkout, state: "expired" });
  }
  async checkout(id: string) {
    if (this.isAway) throw new AppError("not_available", "away");
    return this.checkouts.get(id) ?? null;
  }
  async subscriptionsOf(customerId: string) {
    if (this.isAway) throw new AppError("not_available", "away");
    const answer = [...this.subscriptions.values()].filter((one) => one.customerId === customerId);
    await this.delay();
    return answer;
  }
  async upgrade(id: string, planId: PlanId, key: string) {
    this.#write("upgrade", key, id);
    if (!this.isCardDeclined) this.#change(id, { planId, amountCents: planTerms[planId].priceCents });
  }
  async downgrade(id: string, planId: PlanId, retained: { planId: PlanId; until: Date }, key: string) {
    this.#write("downgrade", key, id);
    this.#change(id, { planId, retained });
  }
  async undoDowngrade(id: string, planId: PlanId, key: string) {
    this.#write("undoDowngrade", key, id);
    this.#change(id, { planId, retained: null });
  }
  async cancelAtPeriodEnd(id: string, key: string) {
    this.#write("cancelAtPeriodEnd", key, id);
    this.#change(id, { endsAt: this.subscriptions.get(id)?.periodEnd ?? null });
  }
  async reactivate(id: string, key: string) {
    this.#write("reactivate", key, id);
    this.#change(id, { endsAt: null });
  }
  async cancelNow(id: string, key: string) {
    this.#write("cancelNow", key, id);
    this.#change(id, { status: "canceled", endedAt: START });
  }
  async refund(paymentId: string, key: string) {
    this.#write("refund", key, paymentId);
  }
  async deleteCustomer(id: string, key: string) {
    this.#write("deleteCustomer", key, id);
  }
  async portalUrl(customerId: string) {
    return `https://pay.test/portal/${customerId}`;
  }
  async invoicesOf() {
    return [];
  }
  async readEvent(): Promise<PaymentEvent> {
    throw new Error("Events are handed over directly here.");
  }
}

export type World = {
  provider: Provider;
  billing: BillingDeps;
  /** The number of calls used, by the name of their count. */
  used: Map<string, number>;
  mails: { to: string; url: string }[];
  setNow(now: Date): void;
};

/** Returns billing on the test's database, with a provider in memory and a clock that the test sets. */
export function aWorld(): World {
  let now = START;
  const provider = new Provider();
  const mails: World["mails"] = [];
  const used: World["used"] = new Map();
  const billing: BillingDeps = {
    db: openDatabase(env.DB),
    gateway: provider,
    now: () => now,
    origin: "https://beatcast.test",
    callsUsed: async (_userId, periodId) => used.get(periodId) ?? 0,
    mailSetUp: (to, url) => mails.push({ to, url }),
  };
  return {
    provider,
    billing,
    used,
    mails,
    setNow(next) {
      now = next;
    },
  };
}

/** Makes a paid month of premium from `START`. */
export function aSubscription(
  customerId: string,
  overrides: Partial<RemoteSubscription> = {},
): RemoteSubscription {
  const id = unique("sub");
  const planId = overrides.planId === undefined ? "premium" : overrides.planId;
  return {
    id,
    customerId,
    status: "active",
    planId,
    priceId: `price_${planId}`,
    amountCents: planId === null ? 1234 : planTerms[planId].priceCents,
    currency: "usd",
    periodStart: START,
    periodEnd: new Date(START.getTime() + 31 * DAY),
    endsAt: null,
    endedAt: null,
    retained: null,
    card: { brand: "visa", last4: "4242" },
    periodInvoice: null,
    lastPayment: { id: `pi_${id}`, amountCents: 4900, currency: "usd" },
    createdAt: START,
    ...overrides,
  };
}

/** Makes an event about a customer. */
export function anEvent(customerId: string | null, overrides: Partial<PaymentEvent> = {}): PaymentEvent {
  const type = "customer.subscription.updated";
  return {
    id: unique("evt"),
    type,
    createdAt: START,
    customerId,
    checkoutId: null,
    dispute: null,
    ...overrides,
  };
}

/** Creates a user row without the rest of an account. */
export async function aUser(email = `${unique("user")}@example.com`): Promise<string> {
  const id = unique("usr");
  await env.DB.prepare(
    "INSERT INTO users (id, name, email, email_verified, two_factor_enabled, created_at, updated_at) VALUES (?, 'Ada', ?, 0, 0, 0, 0)",
  )
    .bind(id, email)
    .run();
  return id;
}

/** Creates a customer of a user (or of a guest) that we know before any sync. */
export async function aCustomer(userId: string | null): Promise<string> {
  const id = unique("cus");
  await env.DB.prepare("INSERT INTO customers (id, user_id, email, created_at) VALUES (?, ?, NULL, ?)")
    .bind(id, userId, START.getTime())
    .run();
  return id;
}
