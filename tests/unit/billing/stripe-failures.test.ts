import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { callStripe, callStripeOrNull, openStripe } from "#billing/stripe/client.ts";

/** Starts a server on loopback that gives every request the same answer. */
async function answering(status: number, body: unknown) {
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", "stripe-should-retry": "false" });
    response.end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { stripe: openStripe("sk_test_123", `http://127.0.0.1:${port}`), close: () => server.close() };
}

const failing = async (status: number, error: Record<string, unknown>) => {
  const { stripe, close } = await answering(status, { error });
  const failure = await callStripe(stripe.customers.retrieve("cus_1")).catch((thrown: unknown) => thrown);
  close();
  return failure;
};

describe("what Stripe's failures become", () => {
  it.each([
    [402, { type: "card_error", code: "card_declined" }, "payment_declined"],
    [429, { type: "rate_limit_error" }, "not_available"],
    [500, { type: "api_error" }, "not_available"],
    [400, { type: "idempotency_error" }, "conflict"],
  ])("%i %j is %s", async (status, error, code) => {
    expect(await failing(status, error)).toMatchObject({ code });
  });

  it("a network that is away is not available", async () => {
    const stripe = openStripe("sk_test_123", "http://127.0.0.1:9");
    await expect(callStripe(stripe.customers.retrieve("cus_1"))).rejects.toMatchObject({
      code: "not_available",
    });
  });

  it("an object that is not there is null, a wrong request of ours stays an error", async () => {
    const missing = await answering(404, {
      error: { type: "invalid_request_error", code: "resource_missing" },
    });
    expect(await callStripeOrNull(missing.stripe.customers.retrieve("cus_1"))).toBeNull();
    missing.close();
    expect(await failing(400, { type: "invalid_request_error", message: "no such parameter" })).toMatchObject(
      {
        type: "StripeInvalidRequestError",
      },
    );
  });
});
