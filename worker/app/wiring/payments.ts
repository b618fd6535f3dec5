import type { Billing } from "#billing/billing.ts";
import { closedGateway, type PaymentGateway } from "#billing/gateway.ts";
import { sandboxGateway } from "#billing/sandbox/gateway.ts";
import { openSandbox, type Sandbox } from "#billing/sandbox/sandbox.ts";
import { openStripe } from "#billing/stripe/client.ts";
import { stripeGateway } from "#billing/stripe/gateway.ts";
import type { PriceIds } from "#billing/stripe/translate.ts";
import { planIds, priceSettingOf } from "#contract/plans.ts";
import type { Settings } from "../settings/env.ts";
import { upstreamFetch } from "./outside.ts";

export type Deliver = (request: Request) => Promise<Response>;

type PaymentContext = Omit<Billing, "gateway"> & { deliver: Deliver | null };

/** Stripe with a key; else the sandbox, and in production none. */
export function openPayments(
  settings: Settings,
  { deliver, ...context }: PaymentContext,
): { billing: Billing; paymentSandbox: Sandbox | null } {
  const { db, origin, now } = context;
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_BASE: apiBase } = settings;
  if (key && secrets) {
    const stripe = { prices: pricesOf(settings), webhookSecrets: secrets, tax: settings.STRIPE_TAX };
    let gateway: PaymentGateway | undefined;
    const billing: Billing = {
      ...context,
      get gateway() {
        gateway ??= stripeGateway(openStripe(key, apiBase, upstreamFetch(settings)), stripe, now);
        return gateway;
      },
    };
    return { billing, paymentSandbox: null };
  }
  if (settings.APP_ENV !== "development")
    return { billing: { ...context, gateway: closedGateway }, paymentSandbox: null };
  const webhookSecret = `sandbox ${settings.AUTH_SECRET[0]}`;
  const sandbox = openSandbox(db, { origin, webhookSecret, deliver }, now);
  const gateway = sandboxGateway(sandbox, { origin, webhookSecret });
  return { billing: { ...context, gateway }, paymentSandbox: sandbox };
}

function pricesOf(settings: Settings): PriceIds {
  return Object.fromEntries(planIds.map((id) => [id, settings[priceSettingOf(id)] ?? ""])) as PriceIds;
}
