import { expect, it } from "vitest";
import { logWitness } from "#record/receipts/log-witness.ts";
import { type CheckpointWitness, digestOf } from "#record/receipts/port.ts";
import { timestampAuthority } from "#record/receipts/rfc3161.ts";
import { LogWitnessDouble } from "./log-witness-double.ts";
import { fixedNonce, STAMPED_NOTE } from "./recorded-replies.ts";

const checkpoint = { size: 5, note: STAMPED_NOTE };
const proof = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

it("outsiders receive a checkpoint, its hash or a proof, and nothing else", async () => {
  const sent: { url: string; headers: string[]; body: string }[] = [];
  const fetch = async (url: string, { headers, body }: RequestInit) => {
    const bytes = typeof body === "string" ? Buffer.from(body) : Buffer.from(body as Uint8Array);
    sent.push({ url, headers: [...new Headers(headers).keys()], body: bytes.toString("latin1") });
    return new Response("", { status: 500 });
  };
  const { key } = new LogWitnessDouble("witness.example/w1", "");
  const outsiders: CheckpointWitness[] = [
    timestampAuthority({ url: "https://tsa.example/", certificate: null, policy: null }, fetch, fixedNonce),
    logWitness({ url: "https://witness.example", key }, fetch),
  ];
  for (const outsider of outsiders)
    await expect(
      outsider.attest({ checkpoint, lastSize: 3, proveConsistency: async () => proof }),
    ).rejects.toThrow(/answered 500/);
  const digest = Buffer.from(await digestOf(checkpoint)).toString("latin1");
  const [stamped, cosigned] = sent;
  // The request holds version 1, the checkpoint's SHA-256, the nonce, and a flag that asks for the certificate.
  const [head, middle] = ["304b0201013031300d060960864801650304020105000420", "0210"];
  const request = [Buffer.from(head, "hex"), Buffer.from(digest, "latin1"), Buffer.from(middle, "hex")];
  const whole = Buffer.concat([...request, fixedNonce(16), Buffer.from("0101ff", "hex")]);
  expect(Buffer.from(stamped?.body ?? "", "latin1").toString("hex")).toBe(whole.toString("hex"));
  const lines = proof.map((hash) => Buffer.from(hash).toString("base64")).join("\n");
  expect(Buffer.from(cosigned?.body ?? "", "latin1").toString()).toBe(`old 3\n${lines}\n\n${STAMPED_NOTE}`);
  expect(new Set(sent.flatMap(({ headers }) => headers))).toEqual(new Set(["accept", "content-type"]));
});
