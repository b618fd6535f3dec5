import { networkOf } from "#platform/network.ts";
import { deviceOf } from "./device.ts";

export type Client = {
  /** A short name such as "Chrome on Mac"; the full user agent would reveal too much. */
  device: string;
  /** The place that Cloudflare derives from the IP address. */
  place: string | null;
  /** Used only to count requests. */
  network: string;
};

const MAX_USER_AGENT_LENGTH = 400;
const MAX_PLACE_LENGTH = 120;

/**
 * The IP address is not stored. A local runtime invents a place, so the place counts only when `cf-ray` shows that
 * Cloudflare handled the request.
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
