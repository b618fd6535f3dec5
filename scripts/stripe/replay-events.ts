import type Stripe from "stripe";
import { HANDLED_EVENTS } from "#billing/gateway.ts";
import { signEvent } from "#billing/stripe/webhook.ts";

type ReplayTarget = {
  since: Date;
  webhookUrl: string;
  secret: string;
};

/** `refused` lists ids. */
type ReplayTally = { applied: number; known: number; ignored: number; refused: string[] };

/** Sends the oldest first, each signed now. Safe to repeat. */
export async function replayEvents(
  stripe: Stripe,
  { since, webhookUrl, secret }: ReplayTarget,
): Promise<ReplayTally> {
  const events: Stripe.Event[] = [];
  const listed = stripe.events.list({
    created: { gte: Math.floor(since.getTime() / 1000) },
    types: [...HANDLED_EVENTS],
    limit: 100,
  });
  for await (const event of listed) events.push(event);
  const tally: ReplayTally = { applied: 0, known: 0, ignored: 0, refused: [] };
  for (const event of events.toReversed()) {
    const body = JSON.stringify(event);
    const answer = await fetch(webhookUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "stripe-signature": await signEvent(body, secret, new Date()),
      },
      body,
    });
    const { outcome } = (await answer.json().catch(() => ({}))) as { outcome?: string };
    if (outcome === "applied" || outcome === "known" || outcome === "ignored") tally[outcome] += 1;
    else tally.refused.push(event.id);
  }
  return tally;
}
