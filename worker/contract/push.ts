import { z } from "zod";

const services = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isKnown = services.some((host) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host,
  );
  return protocol === "https:" && isKnown && port === "" && username === "" && password === "";
}

const endpointSchema = z.string().max(1000).refine(isPushEndpoint, "This push service is not known.");

export const pushSubscriptionRequestSchema = z.object({
  endpoint: endpointSchema,
  keys: z.object({
    /** The browser's public key in Base64url: an uncompressed P-256 point, which has 65 bytes. */
    p256dh: z.string().regex(/^B[\w-]{86}=?$/, "This is not a key of a browser."),
    /** The authentication secret that the browser created, in Base64url. It has 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/, "This is not a secret of a browser."),
  }),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionRequestSchema>;

export const pushRemovalRequestSchema = z.object({ endpoint: z.string().max(1000) });

const pushPayloadSchema = z.object({
  title: z.string().max(200),
  body: z.string().max(500),
  path: z.string().max(300).startsWith("/"),
  tag: z.string().max(100),
});
export type PushPayload = z.infer<typeof pushPayloadSchema>;
