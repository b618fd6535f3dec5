import { and, eq, isNull } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import { decryptKey } from "#accounts/two-factor/stored-key.ts";
import type { Tier } from "#contract/account.ts";
import { planTerms } from "#contract/plans.ts";
import { webhookRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { deliveries } from "#platform/schema/deliveries.ts";
import { webhookEndpoints, webhookEvents } from "#platform/schema/webhooks.ts";
import { claim, finish, retryLater } from "../deliver.ts";
import { mailPaused } from "./mail-paused.ts";
import type { WebhookAnswer, WebhookSender } from "./sender.ts";
import { signedHeaders } from "./signature.ts";

export type AttemptDeps = {
  accounts: Accounts;
  sender: WebhookSender;
  tierOf(userId: string): Promise<Tier>;
  /** Between 0 and 1. */
  random: () => number;
};

type Endpoint = typeof webhookEndpoints.$inferSelect;

/**
 * Makes the attempt of a delivery that is due. Of two at once one makes it. Answers in how many seconds the next is due; null
 * where none is.
 */
export async function attemptDelivery(deps: AttemptDeps, id: string): Promise<number | null> {
  const { db, now } = deps.accounts;
  const at = now();
  const [found] = await db
    .select({ delivery: deliveries, endpoint: webhookEndpoints, body: webhookEvents.body })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, deliveries.subject))
    .where(eq(deliveries.id, id));
  if (!found) return null;
  const { delivery, endpoint, body } = found;
  const taken = await claim(db, [delivery], at);
  if (!taken) return null;
  const giveUp = async (reason: string) => {
    await finish(db, taken, "failed", notAsked(reason));
    return null;
  };
  const later = ({ outcome: _, ...answer }: WebhookAnswer) =>
    retryLater(db, taken, now(), answer, 2 * deps.random() - 1);
  if (endpoint.pausedAt) return giveUp("The endpoint is paused.");
  if (planTerms[await deps.tierOf(endpoint.userId)].webhookEndpoints === 0)
    return giveUp("The plan has no webhooks.");
  if (endpoint.quietUntil && endpoint.quietUntil > at)
    return later({ outcome: "unreached", ...notAsked("Not asked: it did not answer a moment ago.") });
  const headers = signedHeaders(secretsOf(deps.accounts, endpoint), {
    id: delivery.subject,
    body,
    sentAt: at,
  });
  const answer = await deps.sender.send(endpoint.url, headers, body);
  await noteEndpoint(deps, endpoint, answer);
  if (answer.outcome !== "delivered") return later(answer);
  const { outcome: _, ...last } = answer;
  await finish(db, taken, "sent", last);
  return null;
}

/** The secrets in force, the newest first. */
function secretsOf({ secrets, now }: Accounts, endpoint: Endpoint): string[] {
  const { secret, previousSecret, previousUntil } = endpoint;
  const isBoth = previousSecret !== null && previousUntil !== null && previousUntil > now();
  return [secret, ...(isBoth ? [previousSecret] : [])].map((hex) => decryptKey(secrets, hex).text);
}

function notAsked(excerpt: string) {
  return { status: null, milliseconds: 0, excerpt };
}

/** Notes how the endpoint does. One that failed for days, or says that it is gone, is paused and its owner is written to. */
async function noteEndpoint(
  { accounts }: AttemptDeps,
  endpoint: Endpoint,
  answer: WebhookAnswer,
): Promise<void> {
  const { db, now } = accounts;
  const isThis = eq(webhookEndpoints.id, endpoint.id);
  if (answer.outcome === "delivered") {
    if (endpoint.failingSince || endpoint.quietUntil)
      await db.update(webhookEndpoints).set({ failingSince: null, quietUntil: null }).where(isThis);
    return;
  }
  const at = now();
  const failingSince = endpoint.failingSince ?? at;
  const isQuiet = answer.outcome === "unreached" || answer.status === 429 || answer.status === 503;
  const quietUntil = isQuiet ? new Date(at.getTime() + webhookRule.quietSeconds * 1000) : null;
  const isOver = at.getTime() - failingSince.getTime() >= webhookRule.pauseAfterDays * DAY_MS;
  const pausedAt = isOver || answer.outcome === "gone" ? at : null;
  const changed = await db
    .update(webhookEndpoints)
    .set({ failingSince, quietUntil, pausedAt })
    .where(and(isThis, isNull(webhookEndpoints.pausedAt)))
    .returning({ id: webhookEndpoints.id });
  if (pausedAt && changed.length > 0) await mailPaused(accounts, endpoint);
}
