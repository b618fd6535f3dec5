import { largestPlanLimit, plansWithWebhooks } from "#contract/plans.ts";
import { webhookRule } from "#contract/rules.ts";
import { webhookEventTypes } from "#contract/webhooks.ts";
import { CodeSample } from "./calls.tsx";

const samples = [
  {
    lang: "TypeScript",
    source: `import { Webhook } from "standardwebhooks";

// body is the text of the request, before any JSON.parse.
const event = new Webhook(process.env.BEATCAST_WEBHOOK_SECRET).verify(body, {
  "webhook-id": request.headers.get("webhook-id"),
  "webhook-timestamp": request.headers.get("webhook-timestamp"),
  "webhook-signature": request.headers.get("webhook-signature"),
});`,
  },
  {
    lang: "Python",
    source: `import base64, hashlib, hmac, os, time

def verified(headers, body: bytes) -> bool:
    key = base64.b64decode(os.environ["BEATCAST_WEBHOOK_SECRET"].removeprefix("whsec_"))
    sent = headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{sent}.".encode() + body
    right = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return any(hmac.compare_digest(right, one) for one in headers["webhook-signature"].split())`,
  },
];

export function Webhooks() {
  const hours = Math.round(webhookRule.retrySeconds.reduce((sum, seconds) => sum + seconds, 0) / 3600);
  return (
    <section id="webhooks" aria-labelledby="webhooks-title" className="flex flex-col gap-4">
      <h2 id="webhooks-title" className="heading-2">
        Webhooks
      </h2>
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-5">
        <li>
          They come with {plansWithWebhooks}: up to {largestPlanLimit("webhookEndpoints")} endpoints, added in
          your{" "}
          <a href="/account?tab=api" className="link">
            account
          </a>
          . Each takes {webhookEventTypes.join(", ")} or some of them. The OpenAPI document has their schemas.
        </li>
        <li>
          Signatures follow Standard Webhooks. After you rotate a secret, events are signed with both for{" "}
          {webhookRule.bothSecretsHours} hours.
        </li>
        <li>
          Answer with a 2xx status within {webhookRule.timeoutSeconds} seconds. Anything else is tried again
          seven times within about {hours} hours; redirects are not followed. Events are sent one after
          another, and an endpoint that takes longer than a second rests for {webhookRule.restFactor} times as
          long.
        </li>
        <li>
          Go by <code className="font-mono">webhook-id</code>: it is the same in every attempt, and a rare
          event may come twice. Events may come out of order.
        </li>
        <li>
          An endpoint that fails for {webhookRule.pauseAfterDays} days, or answers 410, is paused, and you get
          an email.
        </li>
      </ul>
      <CodeSample name="Check a signature" samples={samples} />
    </section>
  );
}
