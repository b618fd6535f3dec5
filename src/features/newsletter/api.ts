import { send } from "#lib/request.ts";

/** Begins a subscription by the token of a mailed link. */
export const confirmSubscription = (token: string) =>
  send("/api/newsletter/confirm", { method: "POST", body: { token } });

/** Ends a subscription by the token at the end of each newsletter. */
export const unsubscribe = (token: string) =>
  send(`/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, { method: "POST" });

export const turnOffNotices = (token: string) =>
  send(`/api/notices/unsubscribe?token=${encodeURIComponent(token)}`, { method: "POST" });
