import { networkOf } from "#platform/network.ts";
import { deviceOf } from "./device.ts";

export type Client = {
  /** Browser and system ("Chrome on Mac"). The agent string itself would say more than anybody needs. */
  device: string;
  /** City and country as Cloudflare knows them; null where it does not. */
  place: string | null;
  /** The network it comes from, for counting only: it is stored nowhere. */
  network: string;
};

const MAX_USER_AGENT_LENGTH = 400;
const MAX_PLACE_LENGTH = 120;

/**
 * The client of a request. Its address is not stored: the place is enough to recognise a session by. A local runtime makes
 * a place up; the `cf-ray` header tells that Cloudflare's edge has seen the request.
 */
export function clientOf(request: Request): Client {
  const cf = request.headers.has("cf-ray") ? request.cf : undefined;
  const { city, country } = (cf ?? {}) as { city?: unknown; country?: unknown };
  const known = [city, country].filter((part): part is string => typeof part === "string" && part !== "");
  return {
    device: deviceOf((request.headers.get("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH)),
    network: networkOf(request),
    place: known.join(", ").slice(0, MAX_PLACE_LENGTH) || null,
  };
}
