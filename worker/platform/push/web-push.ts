import { buildPushPayload } from "@block65/webcrypto-web-push";
import { isPushEndpoint, type PushPayload } from "#contract/push.ts";
import { LoggedError } from "../log.ts";
import type { Fetch } from "../upstream/guarded-fetch.ts";

type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** `gone` means that the subscription has ended. `refused` means that this message would fail again. */
type PushOutcome = "sent" | "gone" | "refused";

export interface Pusher {
  readonly publicKey: string;
  /** `ttlSeconds` is how long the push service stores the message. Throws when it may be tried again. */
  send(device: PushDevice, payload: PushPayload, ttlSeconds: number): Promise<PushOutcome>;
}

/** Keys of RFC 8292 in base64url, and an address at which push services can reach us. */
type VapidSettings = { publicKey: string; privateKey: string; subject: string };

const TIMEOUT_MS = 10_000;

type PushSettings = Partial<
  Record<"VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT", string | undefined>
>;

/** Returns null without keys. Without a configured subject, the deployment's own address is used. */
export function choosePusher(settings: PushSettings, origin: string, request: Fetch): Pusher | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT } = settings;
  const subject = VAPID_SUBJECT ?? (origin.startsWith("https:") ? origin : "mailto:push@example.com");
  return publicKey && privateKey ? webPusher({ publicKey, privateKey, subject }, request) : null;
}

/** Sends messages that are encrypted for the browser (RFC 8291) and signed with the deployment's key. */
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
      // The endpoint is the browser's private address, so it is not logged.
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
