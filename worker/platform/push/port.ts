import type { PushPayload } from "#contract/push.ts";

type PushDevice = { endpoint: string; p256dh: string; auth: string };

/** `gone`: the browser takes no more, for good. `refused`: this message was not taken, and would not be another time. */
type PushOutcome = "sent" | "gone" | "refused";

export interface Pusher {
  readonly publicKey: string;
  /** `ttlSeconds`: how long the push service keeps it for a browser that is away. Throws when it may be tried again. */
  send(device: PushDevice, payload: PushPayload, ttlSeconds: number): Promise<PushOutcome>;
}
