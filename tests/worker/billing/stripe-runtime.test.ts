import { afterEach, describe, expect, it, vi } from "vitest";
import type { StripeTax } from "#billing/gateway.ts";
import { openStripe } from "#billing/stripe/client.ts";
import { stripeGateway } from "#billing/stripe/gateway.ts";
import { prices } from "../../unit/billing/prices.ts";

const settings = {
  prices,
  webhookSecrets: ["whsec_1"],
};

/** Makes the gateway over Stripe's SDK, with a network that the test answers. */
function aGateway(answer: unknown, tax: StripeTax = "none") {
  const sent: { url: string; method: string; headers: Headers; body: string }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push({
      url: request.url,
      method: request.method,
      headers: request.headers,
      body: new TextDecoder().decode(await request.arrayBuffer()),
    });
    return Response.json(answer);
  });
  return { sent, gateway: stripeGateway(openStripe("sk_test_123"), { ...settings, tax }, () => new Date()) };
}

afterEach(() => vi.unstubAllGlobals());

describe("Stripe's SDK in the Workers runtime", () => {
  it("opens a checkout over fetch, with our key and the operation's", async () => {
    const { sent, gateway } = aGateway({ id: "cs_1", url: "https://checkout.stripe.com/c/pay/cs_1" });
    const order = {
      planId: "premium",
      customer: { id: "cus_1", userId: "usr_1" },
      successUrl: "https://beatcast.test/auth?session_id={CHECKOUT_SESSION_ID}",
      cancelUrl: "https://beatcast.test/#pricing",
    } as const;
    expect(await gateway.openCheckout(order, "checkout:1")).toEqual({
      id: "cs_1",
      url: "https://checkout.stripe.com/c/pay/cs_1",
    });
    const [request] = sent;
    expect(request).toMatchObject({ url: "https://api.stripe.com/v1/checkout/sessions", method: "POST" });
    expect(request?.headers.get("authorization")).toBe("Bearer sk_test_123");
    expect(request?.headers.get("idempotency-key")).toBe("checkout:1");
    const body = Object.fromEntries(new URLSearchParams(request?.body));
    expect(body).toEqual({
      mode: "subscription",
      "line_items[0][price]": "price_p",
      "line_items[0][quantity]": "1",
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      "metadata[plan]": "premium",
      customer: "cus_1",
      client_reference_id: "usr_1",
    });
  });

  it.each([
    ["none", false, {}],
    ["automatic", false, { "automatic_tax[enabled]": "true" }],
    ["automatic", true, { "automatic_tax[enabled]": "true", "customer_update[address]": "auto" }],
    ["managed", true, { "managed_payments[enabled]": "true" }],
  ] as const)(
    "with tax %s a checkout (known customer: %s) asks Stripe for just that",
    async (tax, isKnown, asked) => {
      const { sent, gateway } = aGateway({ id: "cs_1", url: "https://checkout.stripe.com/c/pay/cs_1" }, tax);
      const customer = isKnown ? { id: "cus_1", userId: "usr_1" } : null;
      await gateway.openCheckout(
        { planId: "basic", customer, successUrl: "https://a.test", cancelUrl: "https://a.test" },
        "k",
      );
      const body = [...new URLSearchParams(sent[0]?.body)];
      expect(Object.fromEntries(body.filter(([name]) => /tax|managed|customer_update/.test(name)))).toEqual(
        asked,
      );
    },
  );

  it("reactivates by the field that the end was set with", async () => {
    const base = { id: "sub_1", status: "active", items: { data: [{ id: "si_1" }] } };
    for (const [byPeriod, field] of [
      [true, "cancel_at_period_end=false"],
      [false, "cancel_at="],
    ] as const) {
      const { sent, gateway } = aGateway({ ...base, cancel_at_period_end: byPeriod });
      await gateway.reactivate("sub_1", "reactivate:1");
      expect(sent.map(({ method, body }) => [method, body])).toEqual([
        ["GET", ""],
        ["POST", field],
      ]);
    }
  });

  it("does not end a second time what has ended", async () => {
    const { sent, gateway } = aGateway({
      id: "sub_1",
      status: "canceled",
      cancel_at_period_end: false,
      items: { data: [{ id: "si_1" }] },
    });
    await gateway.cancelNow("sub_1", "leave:sub_1");
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("takes a success without the expected fields for a failure", async () => {
    const { gateway } = aGateway({});
    await expect(gateway.checkout("cs_1")).rejects.toThrow();
    await expect(gateway.openCheckout({} as never, "key")).rejects.toThrow();
  });
});
