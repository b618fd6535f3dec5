import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { askOutside } from "./ask-outside.ts";
import {
  type Attestation,
  attestationsOf,
  readProof,
  readTimestamp,
  type Timestamp,
  withTimestamp,
  writeProof,
} from "./ots-proof.ts";
import { type CheckpointWitness, digestOf, type Receipt, witnessFailed } from "./port.ts";

const ACCEPT = "application/vnd.opentimestamps.v1";
const OCTETS = "application/octet-stream";

/** Promises at once, a Bitcoin block hours later. Only its own address is asked, whatever an answer names. */
export function opentimestampsCalendar(url: string, fetch: Fetch, now: () => Date): CheckpointWitness {
  const { host: name } = new URL(url);
  const ask = (path: string, more: Partial<Parameters<typeof askOutside>[0]>) =>
    askOutside({
      fetch,
      name,
      url: `${url}${path}`,
      method: "GET",
      headers: { accept: ACCEPT },
      statuses: [200],
      ...more,
    });
  return {
    kind: "opentimestamps",
    name,
    async attest({ checkpoint }) {
      const digest = await digestOf(checkpoint);
      const headers = { accept: ACCEPT, "content-type": OCTETS };
      const { bytes } = await ask("/digest", { method: "POST", headers, body: digest });
      return receiptOf(read(name, bytes, digest), now(), url) ?? wrong(name);
    },
    async confirm(receipt, checkpoint) {
      const proof = readProof(receipt);
      if (!Buffer.from(proof.message).equals(await digestOf(checkpoint))) return wrong(name);
      const pending = attestationsOf(proof).find((one) => isPendingAt(one, url));
      if (!pending) return null;
      const commitment = Buffer.from(pending.message).toString("hex");
      const { status, bytes } = await ask(`/timestamp/${commitment}`, { statuses: [200, 404] });
      if (status === 404) return null;
      const confirmed = receiptOf(withTimestamp(proof, read(name, bytes, pending.message)), now(), url);
      return confirmed?.state === "complete" ? confirmed : null;
    },
  };
}

/** Null for one that names neither calendar nor Bitcoin. */
function receiptOf(proof: Timestamp, at: Date, url: string): Receipt | null {
  const attestations = attestationsOf(proof);
  const block = attestations.find((one) => one.kind === "bitcoin");
  const bytes = writeProof(proof);
  if (block) {
    // Bitcoin writes a hash's last byte first.
    const root = Buffer.from(block.message).reverse().toString("hex");
    return {
      bytes,
      state: "complete",
      witnessedAt: at,
      detail: `Bitcoin block ${block.height}, whose Merkle root is ${root}`,
    };
  }
  return attestations.some((one) => isPendingAt(one, url))
    ? { bytes, state: "pending", witnessedAt: at, detail: "waits for a Bitcoin block" }
    : null;
}

function isPendingAt(one: Attestation, url: string): one is Attestation & { kind: "pending" } {
  return one.kind === "pending" && one.uri.replace(/(?<!\/)\/+$/, "") === url;
}

function read(name: string, bytes: Uint8Array, message: Uint8Array): Timestamp {
  try {
    const timestamp = readTimestamp(bytes, message);
    attestationsOf(timestamp);
    return timestamp;
  } catch {
    return wrong(name);
  }
}

function wrong(name: string): never {
  throw witnessFailed(name, "answered no proof of our digest under its own address");
}
