import { buildPushPayload } from "@block65/webcrypto-web-push";
import { isPushEndpoint, type PushPayload } from "#contract/push.ts";
import { LoggedError } from "../log.ts";
import type { Fetch } from "../upstream/guarded-fetch.ts";

type PushDevice = { endpoint: string; p256dh: string; auth: string };

/**
 * `gone`: the browser's subscription has ended. `refused`: the push service refused the message, and a retry
 * would fail as well.
 */
type PushOutcome = "sent" | "gone" | "refused";

export interface Pusher {
  readonly publicKey: string;
  /**
   * Sends a message, which the push service keeps for up to `ttlSeconds` until the browser is online. Throws
   * when the message may be retried.
   */
  send(device: PushDevice, payload: PushPayload, ttlSeconds: number): Promise<PushOutcome>;
}

/** Our key pair for RFC 8292 in base64url, and the address at which push services can reach us. */
type VapidSettings = { publicKey: string; privateKey: string; subject: string };

const TIMEOUT_MS = 10_000;

type PushSettings = Partial<
  Record<"VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT", string | undefined>
>;

/**
 * Returns the sender of push messages, or null when no keys are set. Without a configured subject, push
 * services get the deployment's own address.
 */
export function choosePusher(settings: PushSettings, origin: string, request: Fetch): Pusher | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT } = settings;
  const subject = VAPID_SUBJECT ?? (origin.startsWith("https:") ? origin : "mailto:push@example.com");
  return publicKey && privateKey ? webPusher({ publicKey, privateKey, subject }, request) : null;
}

/**
 * Returns a sender whose messages are encrypted for the browser (RFC 8291) and signed with the deployment's key
 * (RFC 8292).
 */
export function webPusher(vapid: VapidSettings, request: Fetch): Pusher {
  return {
    publicKey: vapid.publicKey,
    async send({ endpoint, p256dh, auth }, payload, ttlSeconds) {
      if (!isPushEndpoint(endpoint)) return "refused";
      const message = { data: payload, options: { ttl: ttlSeconds, urgency: "normal" as const } };
      const device = { endpoint, expirationTime: null, keys: { p256dh, auth } };
      const { headers, body } = await buildPushPayload(message, device, vapid);
      const answer = await request(endpoint, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) return "sent";
      if (answer.status === 404 || answer.status === 410) return "gone";
      // The endpoint is not logged, because whoever knows it can address the browser.
      if (answer.status === 429 || answer.status >= 500)
        throw new LoggedError(`The push service answered ${answer.status}.`);
      console.warn(
        JSON.stringify({
          level: "warn",
          event: "push refused",
          status: answer.status,
          host: new URL(endpoint).host,
        }),
      );
      return "refused";
    },
  };
}
