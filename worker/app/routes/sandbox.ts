import { Hono } from "hono";
import { z } from "zod";
import {
  advanceDays,
  advancePeriod,
  changeCard,
  endNow,
  payCheckout,
  payOpenInvoice,
  requireCheckout,
  subscriptionsOf,
} from "#billing/sandbox/actions.ts";
import { checkoutPage, invoicePage, portalPage } from "#billing/sandbox/pages.tsx";
import { customerOf, type Sandbox } from "#billing/sandbox/sandbox.ts";
import { emailSchema } from "#contract/account.ts";
import { GRACE_DAYS } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import type { AppContext, AppEnv } from "../deps.ts";
import { rejectCrossOriginForms } from "../http/access.ts";
import { readBytes, validate } from "../http/body.ts";
import { pageHeaders } from "../http/security-headers.ts";

const MAX_FORM_BYTES = 8 * 1024;

/** Stands in for the payment provider's pages. It does not exist with Stripe or in production. */
export const sandboxPages = new Hono<AppEnv>();

sandboxPages.get("/checkout/:id", async (c) => {
  const checkout = await requireCheckout(sandboxOf(c), c.req.param("id"));
  return page(checkoutPage(checkout, null));
});

const paymentSchema = z.object({
  outcome: z.enum(["succeed", "decline", "cancel"]),
  email: emailSchema.optional(),
  name: z.string().trim().max(100).optional(),
  isWebhookLost: z.literal("on").optional(),
});

sandboxPages.post("/checkout/:id", async (c) => {
  const sandbox = sandboxOf(c);
  const form = await readForm(c, paymentSchema);
  const checkout = await requireCheckout(sandbox, c.req.param("id"));
  if (form.outcome === "cancel") return c.redirect(checkout.cancelUrl, 303);
  if (form.outcome === "decline")
    return page(checkoutPage(checkout, "Your card was declined. Nothing was charged."));
  const email = checkout.email ?? form.email;
  if (!email) return page(checkoutPage(checkout, "Please enter your email address."));
  const payer = { email, name: form.name || null };
  return c.redirect(await payCheckout(sandbox, checkout.id, payer, form.isWebhookLost !== "on"), 303);
});

sandboxPages.get("/portal/:customerId", async (c) => {
  const sandbox = sandboxOf(c);
  const customer = await customerOf(sandbox, c.req.param("customerId"));
  const subscriptions = await subscriptionsOf(sandbox, customer.id);
  return page(portalPage(customer, subscriptions, returnPath(c)));
});

const actionSchema = z.object({
  act: z.enum(["card-works", "card-declines", "pass-period", "pass-days", "pay", "end"]),
  subscriptionId: z.string().max(100).optional(),
});

sandboxPages.post("/portal/:customerId", async (c) => {
  const sandbox = sandboxOf(c);
  const { act, subscriptionId = "" } = await readForm(c, actionSchema);
  const customerId = c.req.param("customerId");
  if (act === "card-works" || act === "card-declines")
    await changeCard(sandbox, customerId, act === "card-declines");
  else if (act === "pass-period") await advancePeriod(sandbox, subscriptionId);
  else if (act === "pass-days") await advanceDays(sandbox, subscriptionId, GRACE_DAYS + 1);
  else if (act === "pay") await payOpenInvoice(sandbox, subscriptionId);
  else await endNow(sandbox, subscriptionId);
  return c.redirect(`/sandbox/portal/${customerId}?return=${encodeURIComponent(returnPath(c))}`, 303);
});

sandboxPages.get("/invoices/:id", async (c) => {
  const invoice = await sandboxOf(c).store.find("invoice", c.req.param("id"));
  if (!invoice) throw new AppError("not_found", "The sandbox has no such invoice.");
  return page(invoicePage(invoice));
});

function sandboxOf(c: AppContext): Sandbox {
  const sandbox = c.var.deps.paymentSandbox;
  if (!sandbox) throw new AppError("not_found", "There is no such page.");
  return sandbox;
}

async function readForm<Schema extends z.ZodType>(c: AppContext, schema: Schema): Promise<z.output<Schema>> {
  rejectCrossOriginForms(c, c.var.deps.origin);
  const text = new TextDecoder().decode(await readBytes(c.req.raw, MAX_FORM_BYTES));
  const fields = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  return validate(schema, Object.fromEntries(fields));
}

function returnPath(c: AppContext): string {
  const { origin } = c.var.deps;
  const fallback = "/account?tab=billing";
  const wanted = c.req.query("return");
  if (!wanted || !URL.canParse(wanted, origin)) return fallback;
  const url = new URL(wanted, origin);
  return url.origin === origin ? url.pathname + url.search : fallback;
}

function page(html: string): Response {
  return new Response(html, {
    headers: { ...pageHeaders, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
