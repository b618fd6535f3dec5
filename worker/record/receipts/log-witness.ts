import type { Fetch } from "#platform/upstream/guarded-fetch.ts";
import { findCosignature, openWitnessKey } from "../ledger/signed-note.ts";
import { requestExternalService } from "./external-request.ts";
import {
  type CheckpointWitness,
  type ProveConsistency,
  type SignedCheckpoint,
  witnessError,
} from "./port.ts";

export type LogWitness = {
  url: string;
  /** The witness's key in the form `name+id+base64`. */
  key: string;
};

/**
 * Returns a client for a witness that speaks c2sp.org/tlog-witness. Such a witness cosigns only a tree that
 * extends the one it saw before.
 */
export function logWitness({ url, key }: LogWitness, fetch: Fetch): CheckpointWitness {
  const name = key.split("+")[0] ?? "";
  const submit = async (checkpoint: SignedCheckpoint, old: number, prove: ProveConsistency) => {
    const proof = (await prove(old)).map((hash) => `${Buffer.from(hash).toString("base64")}\n`);
    const body = `old ${old}\n${proof.join("")}\n${checkpoint.note}`;
    const headers = { "content-type": "text/plain" };
    const { status, bytes } = await requestExternalService({
      fetch,
      name,
      url: `${url}/add-checkpoint`,
      method: "POST",
      headers,
      body,
      statuses: [200, 409],
    });
    return { isCosigned: status === 200, text: Buffer.from(bytes).toString() };
  };
  return {
    kind: "log-witness",
    name,
    async attest({ checkpoint, lastSize, proveConsistency }) {
      let answer = await submit(checkpoint, Math.min(lastSize, checkpoint.size), proveConsistency);
      if (!answer.isCosigned) {
        // The witness answers with the size of the tree that it saw last. We have not stored that size if its
        // earlier answer was lost on the way.
        const seenSize = sizeIn(answer.text) ?? failed(name, "answered a conflict without a size");
        if (seenSize > checkpoint.size) return null;
        answer = await submit(checkpoint, seenSize, proveConsistency);
        if (!answer.isCosigned) throw failed(name, `cosigned another tree of ${seenSize} entries before`);
      }
      const [text = ""] = checkpoint.note.split("\n\n");
      const lines = answer.text.split("\n");
      const cosignature = await findCosignature(`${text}\n`, lines, await openWitnessKey(key));
      if (!cosignature) throw failed(name, "answered no cosignature by its key");
      const bytes = new TextEncoder().encode(`${cosignature.line}\n`);
      return { bytes, witnessedAt: cosignature.time, detail: null };
    },
  };
}

function sizeIn(text: string): number | null {
  return /^(0|[1-9]\d{0,14})\n?$/.test(text) ? Number(text) : null;
}

function failed(name: string, failure: string): never {
  throw witnessError(name, failure);
}
