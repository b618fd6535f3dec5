import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, describe, expect, it } from "vitest";
import { readSignedEvent } from "#billing/stripe/webhook.ts";
import { replayEvents } from "../../../scripts/stripe/replay-events.ts";

const SECRET = "whsec_of_these_tests";
const stopped: (() => void)[] = [];
afterEach(() => void stopped.splice(0).map((stop) => stop()));

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/**
 * Imitates Stripe with three events, listed newest first as Stripe does, and our webhook, which already knows the
 * oldest event and fails at the last.
 */
async function aStripeAndAWebhook() {
  const asked: URL[] = [];
  const taken: string[] = [];
  const event = (id: string) => ({
    id,
    object: "event",
    type: "customer.updated",
    created: 1_795_300_000,
    data: { object: { object: "customer", id: "cus_1" } },
  });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/v1/events") {
      asked.push(url);
      const isFirst = !url.searchParams.has("starting_after");
      const ids = isFirst ? ["evt_3", "evt_2"] : ["evt_1"];
      return answer(200, { object: "list", url: "/v1/events", has_more: isFirst, data: ids.map(event) });
    }
    const body = await bodyOf(request);
    const signature = String(request.headers["stripe-signature"]);
    const { id } = await readSignedEvent(new TextEncoder().encode(body), signature, [SECRET], new Date());
    taken.push(id);
    if (id === "evt_3") return answer(500, { code: "internal" });
    return answer(200, { received: true, outcome: id === "evt_1" ? "known" : "applied" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopped.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe("sk_test_x", { protocol: "http", host: "127.0.0.1", port, maxNetworkRetries: 0 });
  return { stripe, asked, taken, webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe` };
}

describe("replaying Stripe's events", () => {
  it("hands every page of them to the webhook, oldest first and signed, and names what it did not take", async () => {
    const { stripe, asked, taken, webhookUrl } = await aStripeAndAWebhook();
    const since = new Date("2026-11-20T10:00:00Z");
    const tally = await replayEvents(stripe, { since, webhookUrl, secret: SECRET });
    expect(taken).toEqual(["evt_1", "evt_2", "evt_3"]);
    expect(tally).toEqual({ applied: 1, known: 1, ignored: 0, refused: ["evt_3"] });
    expect(asked).toHaveLength(2);
    expect(asked[0]?.searchParams.get("created[gte]")).toBe(String(since.getTime() / 1000));
    expect(asked[0]?.searchParams.get("types[0]")).toBe("checkout.session.completed");
  });
});
