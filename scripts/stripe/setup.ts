// npm run tool -- stripe-setup
import Stripe from "stripe";
import { HANDLED_EVENTS } from "#billing/gateway.ts";
import { priceSettingOf } from "#contract/plans.ts";
import { ensureStripePrices } from "./catalog.ts";

const key = process.env.STRIPE_SECRET_KEY;
if (!key) {
  console.error("Set STRIPE_SECRET_KEY to the secret key of your Stripe account.");
  process.exit(1);
}
const base = process.env.STRIPE_API_BASE ? new URL(process.env.STRIPE_API_BASE) : null;
const stripe = new Stripe(key, {
  telemetry: false,
  ...(base
    ? { protocol: base.protocol === "http:" ? "http" : "https", host: base.hostname, port: base.port || 443 }
    : {}),
});

const isLive = /^(sk|rk)_live_/.test(key);
console.log(
  isLive ? "# Live prices." : "# Test prices, for a development run; production refuses a test key.",
);
for (const { planId, priceId, isNew } of await ensureStripePrices(stripe))
  console.log(`${priceSettingOf(planId)}=${priceId}${isNew ? "   # made just now" : ""}`);
console.log("\n# Events of the webhook APP_URL/api/webhooks/stripe:");
for (const type of HANDLED_EVENTS) console.log(`#   ${type}`);
