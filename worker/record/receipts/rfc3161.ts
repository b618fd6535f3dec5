import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { requestExternalService } from "./external-request.ts";
import { type CheckpointWitness, digestOf, witnessError } from "./port.ts";

export type TimestampAuthority = {
  url: string;
  /** SHA-256 fingerprint of a certificate that must be in the signing chain; null trusts any certificate. */
  certificate: string | null;
  policy: string | null;
};

const QUERY = "application/timestamp-query";
const REPLY = "application/timestamp-reply";

export function timestampAuthority(
  { url, certificate, policy }: TimestampAuthority,
  fetch: Fetch,
  random: (bytes: number) => Uint8Array<ArrayBuffer> = (bytes) =>
    crypto.getRandomValues(new Uint8Array(bytes)),
): CheckpointWitness {
  const { host: name } = new URL(url);
  return {
    kind: "rfc3161",
    name,
    async attest({ checkpoint }) {
      // Only this job needs the ASN.1 libraries, so they are loaded on its first use.
      const { verifyTimestamp: checkedTimestamp, timestampRequest } = await import("./timestamp-token.ts");
      const digest = await digestOf(checkpoint);
      const nonce = random(16);
      const { type, bytes } = await requestExternalService({
        fetch,
        name,
        url,
        method: "POST",
        statuses: [200],
        headers: { "content-type": QUERY, accept: REPLY },
        body: timestampRequest({ digest, nonce, policy }),
      });
      if (type !== REPLY) throw witnessError(name, "answered something else than a time stamp");
      const stamp = await checkedTimestamp(bytes, { digest, nonce, policy, certificate });
      if ("reason" in stamp) throw witnessError(name, stamp.reason);
      const detail = `policy ${stamp.policy}, serial number ${stamp.serialNumber}`;
      return { bytes, witnessedAt: stamp.time, detail };
    },
  };
}
