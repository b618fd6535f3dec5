import { generateKeyPairSync } from "node:crypto";

/** RFC 8292: a P-256 key and its uncompressed public point, both in base64url. */
export function newPushKeys() {
  const { x, y, d } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { VAPID_PUBLIC_KEY: point.toString("base64url"), VAPID_PRIVATE_KEY: d };
}
