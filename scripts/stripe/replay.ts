// npm run -s tool -- stripe-replay --since 2026-11-22T10:00:00Z --url https://beatcast.example sends events again.
// Stripe keeps them for 30 days.
import { parseArgs } from "node:util";
import Stripe from "stripe";
import { replayEvents } from "./replay-events.ts";

const { values } = parseArgs({ options: { since: { type: "string" }, url: { type: "string" } } });
const since = new Date(values.since ?? "");
const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_BASE: apiBase } = process.env;
if (Number.isNaN(since.getTime()) || !values.url || !key || !secrets) {
  console.error(
    "usage: STRIPE_SECRET_KEY=… STRIPE_WEBHOOK_SECRET=… npm run -s tool -- stripe-replay --since TIME --url URL",
  );
  process.exit(1);
}
const base = apiBase ? new URL(apiBase) : null;
const stripe = new Stripe(key, {
  telemetry: false,
  ...(base
    ? { protocol: base.protocol === "http:" ? "http" : "https", host: base.hostname, port: base.port || 443 }
    : {}),
});
const tally = await replayEvents(stripe, {
  since,
  webhookUrl: new URL("/api/webhooks/stripe", values.url).href,
  secret: secrets.split(",")[0]?.trim() ?? "",
});
console.log(JSON.stringify(tally));
process.exitCode = tally.refused.length > 0 ? 1 : 0;
