import type { PushPayload } from "#contract/push.ts";

type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** `gone`: for good. `refused`: this message would fail again. */
type PushOutcome = "sent" | "gone" | "refused";

export interface Pusher {
  readonly publicKey: string;
  /** `ttlSeconds`: how long the push service stores it. Throws when it may be tried again. */
  send(device: PushDevice, payload: PushPayload, ttlSeconds: number): Promise<PushOutcome>;
}
