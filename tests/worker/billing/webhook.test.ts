import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { readSignedEvent, signEvent } from "#billing/stripe/webhook.ts";
import { fetchWorker, origin } from "../api.ts";

/** The secret of the local sandbox, which worker/app/wiring/external-services.ts derives from the tests' AUTH_SECRET. */
const secret = "sandbox a secret of the tests, long enough to sign with";

const eventText = (id = `evt_${crypto.randomUUID()}`, customer = "cus_nobody") =>
  JSON.stringify({
    id,
    object: "event",
    type: "customer.subscription.updated",
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: "sub_1", object: "subscription", customer } },
  });

async function deliver(body: string | Uint8Array<ArrayBuffer>, signature: string | null) {
  const response = await fetchWorker(`${origin}/api/webhooks/stripe`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signature === null ? {} : { "stripe-signature": signature }),
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const signed = (body: string, secondsFromNow = 0, by = secret) =>
  signEvent(body, by, new Date(Date.now() + secondsFromNow * 1000));

const written = async () => {
  const counts = await env.DB.prepare(
    "SELECT (SELECT COUNT(*) FROM payment_events) AS events, (SELECT COUNT(*) FROM customers) AS customers",
  ).first();
  return counts;
};

describe("the webhook", () => {
  it("takes a signed event, and the same one again without effect", async () => {
    const body = eventText();
    expect(await deliver(body, await signed(body))).toMatchObject({
      status: 200,
      body: { outcome: "applied" },
    });
    expect(await deliver(body, await signed(body))).toMatchObject({
      status: 200,
      body: { outcome: "known" },
    });
  });

  it("rule 17: refuses what is forged, altered, unsigned or more than five minutes off, and writes nothing", async () => {
    const before = await written();
    const body = eventText();
    const attempts: [string, string | null][] = [
      [body, null],
      [body, ""],
      [body, "t=,v1="],
      [body, "nonsense"],
      [body, await signed(body, 0, "whsec_another")],
      [`${body} `, await signed(body)],
      [body.replace("cus_nobody", "cus_other"), await signed(body)],
      [body, await signed(body, -301)],
      [body, await signed(body, 330)],
      [body, (await signed(body)).replace(/v1=/, "v0=")],
    ];
    for (const [sent, signature] of attempts) {
      const answer = await deliver(sent, signature);
      expect([answer.status, answer.body.code, signature]).toEqual([400, "invalid_request", signature]);
    }
    expect(await written()).toEqual(before);
    expect((await deliver(body, await signed(body, -290))).status).toBe(200);
  });

  it("rule 17: signs over the bytes as they came, not over their meaning", async () => {
    const body = eventText();
    const spaced = JSON.stringify(JSON.parse(body), null, 2);
    expect((await deliver(spaced, await signed(body))).status).toBe(400);
    expect((await deliver(spaced, await signed(spaced))).status).toBe(200);
  });

  it("rule 17: the old and the new secret both hold while one is exchanged for the other", async () => {
    const body = new TextEncoder().encode(eventText());
    const now = new Date();
    for (const by of ["whsec_old", "whsec_new"]) {
      const signature = await signEvent(new TextDecoder().decode(body), by, now);
      expect(await readSignedEvent(body, signature, ["whsec_new", "whsec_old"], now)).toMatchObject({
        type: "customer.subscription.updated",
        customerId: "cus_nobody",
      });
      await expect(readSignedEvent(body, signature, ["whsec_third"], now)).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
  });

  it("refuses a body of 1 MB with 413", async () => {
    const body = new Uint8Array(1024 * 1024).fill(32);
    expect((await deliver(body, "t=1,v1=00")).status).toBe(413);
  });

  it("records nothing of events that are about something else", async () => {
    const body = eventText().replace("customer.subscription.updated", "product.created");
    expect((await deliver(body, await signed(body))).body.outcome).toBe("ignored");
  });

  it("refuses a signed event in a shape that is none", async () => {
    const body = JSON.stringify({ id: "evt_1", type: "customer.subscription.updated" });
    expect((await deliver(body, await signed(body))).status).toBe(400);
  });
});
