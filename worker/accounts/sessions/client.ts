import { networkOf } from "#platform/network.ts";
import { deviceOf } from "./device.ts";

export type Client = {
  /** "Chrome on Mac"; the agent string would say too much. */
  device: string;
  /** As Cloudflare knows them. */
  place: string | null;
  /** For counting only. */
  network: string;
};

const MAX_USER_AGENT_LENGTH = 400;
const MAX_PLACE_LENGTH = 120;

/** The address is not stored. A local runtime makes a place up; `cf-ray` tells of Cloudflare's edge. */
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
