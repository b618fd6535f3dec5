import { send } from "#lib/request.ts";

export const confirmSubscription = (token: string) =>
  send("/api/newsletter/confirm", { method: "POST", body: { token } });

export const unsubscribe = (token: string) =>
  send(`/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, { method: "POST" });

export const turnOffNotices = (token: string) =>
  send(`/api/notices/unsubscribe?token=${encodeURIComponent(token)}`, { method: "POST" });
