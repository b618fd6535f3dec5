import { networkOf } from "#platform/network.ts";
import { deviceOf } from "./device.ts";

export type Client = {
  /** The browser and system, such as "Chrome on Mac". The full user-agent header would reveal too much. */
  device: string;
  /** The city and country that Cloudflare derives from the IP address, or null. */
  place: string | null;
  /** The IPv4 address or the IPv6 /64 prefix. It is used only for rate limits. */
  network: string;
};

const MAX_USER_AGENT_LENGTH = 400;
const MAX_PLACE_LENGTH = 120;

/**
 * Returns what is known about the client that sent a request. The place is used only if the header `cf-ray`
 * shows that Cloudflare handled the request, because a local runtime invents one.
 */
export function clientOf(request: Request): Client {
  const cf = request.headers.has("cf-ray") ? request.cf : undefined;
  const { city, country } = (cf ?? {}) as { city?: unknown; country?: unknown };
  const parts = [city, country].filter((part): part is string => typeof part === "string" && part !== "");
  return {
    device: deviceOf((request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH)),
    network: networkOf(request),
    place: parts.join(", ").slice(0, MAX_PLACE_LENGTH) || null,
  };
}
