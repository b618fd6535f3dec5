import { describe, expect, it } from "vitest";
import { digestOf } from "#record/receipts/port.ts";
import { timestampAuthority } from "#record/receipts/rfc3161.ts";
import { verifyTimestamp } from "#record/receipts/timestamp-token.ts";
import { hasOpenssl, opensslAuthority } from "./openssl-authority.ts";
import { fixedNonce, recordedReplies, STAMPED_NOTE } from "./recorded-replies.ts";

const checkpoint = { size: 5, note: STAMPED_NOTE };
const asked = { checkpoint, lastSize: 0, proveConsistency: async () => [] };
const REPLY = { headers: { "content-type": "application/timestamp-reply" } };

describe.skipIf(!hasOpenssl)("beside OpenSSL as the authority", () => {
  it.each(["rsa", "ec"] as const)(
    "our request is understood, and OpenSSL accepts what we store (%s)",
    async (kind) => {
      const tsa = opensslAuthority(kind);
      const requests: string[] = [];
      const fetch = async (_: string, init: RequestInit) => {
        const body = init.body as Uint8Array;
        requests.push(tsa.readRequest(body));
        return new Response(new Uint8Array(tsa.reply(body)), REPLY);
      };
      const authority = (certificate: string | null, policy: string | null) =>
        timestampAuthority({ url: "http://tsa.test/", certificate, policy }, fetch);
      const trusted = [null, tsa.fingerprint("tsa"), tsa.fingerprint("root")];
      for (const certificate of trusted) {
        const receipt = await authority(certificate, "1.2.3.4.5").attest(asked);
        expect(receipt?.detail).toMatch(/^policy 1\.2\.3\.4\.5, serial number \d+$/);
        expect(Math.abs((receipt?.witnessedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
        expect(tsa.accepts(receipt?.bytes ?? new Uint8Array(), STAMPED_NOTE)).toBe(true);
        expect(tsa.accepts(receipt?.bytes ?? new Uint8Array(), `${STAMPED_NOTE} `)).toBe(false);
      }
      await expect(authority("ab".repeat(32), null).attest(asked)).rejects.toThrow(/another certificate/);
      expect(requests[0]).toContain("Hash Algorithm: sha256");
      expect(requests[0]).toContain("Policy OID: 1.2.3.4.5");
      expect(requests[0]).toContain("Certificate required: yes");
      const nonces = new Set(requests.map((text) => /Nonce: (0x[0-9A-F]+)/.exec(text)?.[1]));
      expect(nonces.size).toBe(4);
      // The authority refuses a policy that it does not have.
      await expect(authority(null, "1.9.9").attest(asked)).rejects.toThrow(
        "tsa.test refused to stamp, with status 2.",
      );
    },
  );
});

describe("a reply is refused", () => {
  const { reply, certificate } = recordedReplies.ec;
  const reasonOf = async (bytes: Uint8Array, changed: object = {}) => {
    const digest = await digestOf(checkpoint);
    const stamp = verifyTimestamp(new Uint8Array(bytes), {
      digest,
      nonce: fixedNonce(16),
      policy: null,
      certificate,
      ...changed,
    });
    return "reason" in stamp ? stamp.reason : null;
  };

  it("when it is of another digest, nonce, policy or certificate than asked for", async () => {
    expect(await reasonOf(reply)).toBeNull();
    expect(await reasonOf(reply, { digest: new Uint8Array(32) })).toBe("stamped another digest than ours");
    expect(await reasonOf(reply, { nonce: new Uint8Array(16).fill(8) })).toBe(
      "answered another nonce than ours",
    );
    expect(await reasonOf(reply, { policy: "1.2.3.4.5" })).toBe("stamped under another policy");
    expect(await reasonOf(reply, { certificate: "ab".repeat(32) })).toMatch(/another certificate/);
    expect(await reasonOf(recordedReplies.rsa.reply)).toMatch(/another certificate/);
  });

  it("when any of its bytes is another, cut, or none", async () => {
    // Whatever the chain has above the trusted certificate does not count.
    const accepted: number[] = [];
    for (let at = 0; at < reply.length; at += 3) {
      const changed = Buffer.from(reply);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      if ((await reasonOf(changed)) === null) accepted.push(at);
    }
    expect(accepted.length).toBeLessThan(reply.length / 3 / 2);
    for (const length of [0, 1, 30, reply.length - 1])
      expect(await reasonOf(reply.subarray(0, length)), String(length)).not.toBeNull();
    expect(await reasonOf(Buffer.from("<html></html>"))).toBe("sent what is no time stamp");
    expect(await reasonOf(Buffer.from("3005300302010230", "hex").subarray(0, 7))).toBe(
      "refused to stamp, with status 2",
    );
  });
});
