import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerEntry } from "#contract/ledger.ts";
import {
  completenessOf,
  describeReceipt,
  leafOf,
  type Published,
  readReceipt,
  treeRoot,
  verifyLedger,
} from "#ledger-verifier";
import { openSigner, type Signer } from "#record/ledger/signed-note.ts";
import { timestampAuthority } from "#record/receipts/rfc3161.ts";
import { newLedgerSigningKey } from "../../../../scripts/setup/ledger-key.mjs";
import { LogWitnessDouble } from "../receipts/log-witness-double.ts";
import { hasOpenssl, opensslAuthority } from "../receipts/openssl-authority.ts";
import { recordedReplies, STAMPED_NOTE } from "../receipts/recorded-replies.ts";
import { unsignedStampOf } from "../receipts/unsigned-stamp.ts";
import { chained, publishedOf, someBodies } from "./a-ledger.ts";

const [LENGTH, HELD] = [24, 20];
let keeper: Signer;
let entries: LedgerEntry[];
let published: Published;
let [old, now] = ["", ""];

const signedOf = async (some: readonly LedgerEntry[]) =>
  keeper.sign({ size: some.length, root: await treeRoot(await Promise.all(some.map(leafOf))) });
const reasonOf = async (changed: Partial<Published>, held = {}) => {
  const verdict = await verifyLedger(entries, { ...published, ...changed }, held);
  return verdict.isValid ? null : verdict.reason;
};
const asked = () => ({
  checkpoint: { size: HELD, note: old },
  lastSize: 0,
  proveConsistency: async () => [],
});

beforeAll(async () => {
  keeper = await openSigner(newLedgerSigningKey("beatcast.test/ledger"), "live");
  entries = await chained(someBodies(LENGTH));
  [old, now] = [await signedOf(entries.slice(0, HELD)), await signedOf(entries)];
  const key = keeper.publicKey;
  published = { ...(await publishedOf(entries)), key, checkpoint: now, checkpoints: [old, now] };
});

describe("a time stamp", () => {
  it.each(["rsa", "ec"] as const)("of OpenSSL is read: digest, time and the rest (%s)", async (kind) => {
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STAMPED_NOTE)));
    const { reply } = recordedReplies[kind];
    expect(readReceipt(reply)).toMatchObject({
      digest: digest.toString("hex"),
      time: expect.stringMatching(/^2026-11-22T12:\d\d:\d\dZ$/),
    });
    for (const length of [0, 1, 60, 200, reply.length - 1])
      expect(readReceipt(reply.subarray(0, length)), String(length)).toBeNull();
  });

  it.skipIf(!hasOpenssl).each(["rsa", "ec"] as const)(
    "counts with the authority's certificate alone (%s)",
    async (kind) => {
      const tsa = opensslAuthority(kind);
      const fetch = async (_: string, init: RequestInit) =>
        new Response(new Uint8Array(tsa.reply(init.body as Uint8Array)), {
          headers: { "content-type": "application/timestamp-reply" },
        });
      const authority = timestampAuthority(
        { url: "http://tsa.test/", certificate: null, policy: null },
        fetch,
      );
      const bytes = (await authority.attest(asked()))?.bytes ?? new Uint8Array();
      const held = (certificate: string) => ({ receipts: [bytes], certificates: [certificate] });
      expect(await reasonOf({}, held(tsa.pem("tsa")))).toBeNull();
      expect(await reasonOf({}, held(tsa.pem("root")))).toBe(
        "the receipt you hold is not signed with a certificate you trust",
      );
      // The stamped content is signed, so another time needs another signature.
      const { content } = readReceipt(bytes) as { content: Uint8Array };
      const forged = Uint8Array.from(bytes);
      const at = Buffer.from(forged).indexOf(Buffer.from(content)) + Buffer.from(content).indexOf("2026");
      forged[at + 3] = "5".charCodeAt(0);
      expect(await reasonOf({}, { ...held(tsa.pem("tsa")), receipts: [forged] })).toBe(
        "the receipt you hold is not signed with a certificate you trust",
      );
      const receipts = [{ witness: "tsa.test", size: HELD, kind: "rfc3161", bytes }];
      expect(await reasonOf({ receipts }, { certificates: [tsa.pem("tsa")] })).toBeNull();
      expect(await reasonOf({ receipts }, { certificates: [tsa.pem("root")] })).toBe(
        `the receipt of tsa.test for ${HELD} entries is not signed with a certificate you trust`,
      );
    },
  );
});

describe("a receipt", () => {
  it("commits to the published checkpoint of its size, and to no other", async () => {
    const bytes = await unsignedStampOf(old);
    const receipt = { witness: "tsa.example", size: HELD, kind: "rfc3161", bytes };
    expect(await describeReceipt(receipt)).toMatch(
      /^tsa\.example, 20 entries: time stamp of 2026-11-22T12:\d\d:\d\dZ$/,
    );
    expect(await reasonOf({ receipts: [receipt] }, { receipts: [bytes] })).toBeNull();
    expect(await reasonOf({ receipts: [{ ...receipt, size: LENGTH }] })).toBe(
      "the receipt of tsa.example for 24 entries is of something else",
    );
    expect(await reasonOf({ receipts: [{ ...receipt, size: 21 }] })).toBe(
      "the receipt of tsa.example for 21 entries is of a checkpoint that is not published",
    );
    const page = new TextEncoder().encode("<html>");
    expect(await reasonOf({ receipts: [{ ...receipt, bytes: page }] })).toBe(
      "the receipt of tsa.example for 20 entries is not a time stamp",
    );
    expect(await reasonOf({}, { receipts: [page] })).toBe("the receipt you hold is not a time stamp");
  });
});

describe("a cosignature", () => {
  it("counts by its witness's key, and is no part of what others attest", async () => {
    const witness = new LogWitnessDouble("witness.example/w1", keeper.publicKey);
    const other = new LogWitnessDouble("witness.example/w1", keeper.publicKey);
    const cosigned = now + witness.cosign(now);
    expect(await reasonOf({ checkpoint: cosigned }, { witnesses: [witness.key], since: old })).toBeNull();
    for (const [checkpoint, key] of [
      [cosigned, other.key],
      [now, witness.key],
      [now + witness.cosign(old), witness.key],
    ])
      expect(await reasonOf({ checkpoint }, { witnesses: [key] })).toBe(
        "the published checkpoint has no cosignature by witness.example/w1",
      );
    const bytes = new TextEncoder().encode(witness.cosign(old));
    const receipts = [{ witness: "witness.example/w1", size: HELD, kind: "log-witness", bytes }];
    const held = (key: string) => ({ witnesses: [key] });
    expect(await reasonOf({ checkpoint: cosigned, receipts }, held(witness.key))).toBeNull();
    const [receipt] = receipts;
    const wrong = receipt ? [{ ...receipt, bytes: new TextEncoder().encode(other.cosign(old)) }] : [];
    expect(await reasonOf({ checkpoint: cosigned, receipts: wrong }, held(witness.key))).toBe(
      "the receipt of witness.example/w1 for 20 entries is no cosignature of its key",
    );
  });
});

describe("completeness", () => {
  const day = (n: number) => ({ symbol: `S${n}`, fiscalQuarterEnd: "2025-12-31", reportDate: "2026-01-07" });

  it("names a report of the calendar that has neither a lock nor a reason", async () => {
    const reports = [day(0), day(1), day(77), day(78)];
    const reasons = [
      { ...day(77), reason: "missed" },
      { ...day(78), reason: "too_few_quarters" },
    ];
    expect(await reasonOf({ calendar: { reports, unlocked: reasons } })).toBeNull();
    expect(completenessOf({ reports, unlocked: reasons })).toBe(
      "Each of the 4 reports of the calendar has a lock, or a reason for having none (1 missed, 1 too few quarters). " +
        "What the calendar itself leaves out cannot be seen here.",
    );
    const silent =
      "S78 reported on 2026-01-07 by the calendar, and has neither a lock nor a reason for having none";
    expect(await reasonOf({ calendar: { reports, unlocked: reasons.slice(0, 1) } })).toBe(silent);
    const invented = [reasons[0], { ...day(78), reason: "we did not like it" }] as typeof reasons;
    expect(await reasonOf({ calendar: { reports, unlocked: invented } })).toBe(silent);
    expect(await reasonOf({ calendar: null })).toBeNull();
    expect(completenessOf(null)).toMatch(/^Completeness was not checked/);
  });

  it("finds an end that was cut, with nothing in hand, while the calendar still has its reports", async () => {
    const cut = await chained(someBodies(LENGTH).slice(0, HELD));
    const calendar = { reports: [{ ...day(21), reportDate: "2026-01-15" }], unlocked: [] };
    const verdict = await verifyLedger(cut, { ...(await publishedOf(cut)), calendar });
    expect(verdict).toMatchObject({
      reason:
        "S21 reported on 2026-01-15 by the calendar, and has neither a lock nor a reason for having none",
    });
    expect(await reasonOf({ calendar })).toBeNull();
  });
});
