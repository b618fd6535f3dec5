import { describe, expect, it } from "vitest";
import { opentimestampsCalendar } from "#record/receipts/opentimestamps.ts";
import { attestationsOf, readProof, writeProof } from "#record/receipts/ots-proof.ts";
import { digestOf } from "#record/receipts/port.ts";
import { CalendarDouble } from "./calendar-double.ts";
import { STAMPED_NOTE } from "./recorded-replies.ts";

const now = () => new Date("2026-11-22T12:00:00Z");
const checkpoint = { size: 5, note: STAMPED_NOTE };
const asked = { checkpoint, lastSize: 0, proveConsistency: async () => [] };

describe("a proof of OpenTimestamps", () => {
  it("is a file that others read: magic, version, SHA-256 and the digest stand first", async () => {
    const double = new CalendarDouble("https://calendar.example");
    const receipt = await opentimestampsCalendar(double.url, double.fetch, now).attest(asked);
    const bytes = Buffer.from(receipt?.bytes ?? []);
    const head = Buffer.concat([
      Buffer.from("\0OpenTimestamps\0\0Proof\0"),
      Buffer.from("bf89e2e884e892940108", "hex"),
    ]);
    expect(bytes.subarray(0, head.length)).toEqual(head);
    expect(bytes.subarray(head.length, head.length + 32)).toEqual(Buffer.from(await digestOf(checkpoint)));
    expect(Buffer.from(writeProof(readProof(bytes)))).toEqual(bytes);
  });

  it("keeps all forks when the Bitcoin block comes, and the root is that of the block", async () => {
    const double = new CalendarDouble("https://calendar.example");
    const calendar = opentimestampsCalendar(double.url, double.fetch, now);
    const pending = await calendar.attest(asked);
    double.isAnchored = true;
    const confirmed = await calendar.confirm?.(pending?.bytes ?? new Uint8Array(), checkpoint);
    const attestations = attestationsOf(readProof(confirmed?.bytes ?? new Uint8Array()));
    expect(attestations.map(({ kind }) => kind)).toEqual(["other", "bitcoin"]);
    const [root] = double.roots.values();
    expect(Buffer.from(attestations[1]?.message ?? [])).toEqual(root);
    expect(await calendar.confirm?.(confirmed?.bytes ?? new Uint8Array(), checkpoint)).toBeNull();
  });

  it("of another calendar's address, of another checkpoint, cut or too deep is refused", async () => {
    const double = new CalendarDouble("https://calendar.example");
    const elsewhere = new CalendarDouble("https://evil.example");
    const calendar = opentimestampsCalendar(
      double.url,
      async (url, init) => {
        expect(new URL(url).host).toBe("calendar.example");
        return elsewhere.fetch(url.replace("calendar.", "evil."), init);
      },
      now,
    );
    await expect(calendar.attest(asked)).rejects.toThrow(/no proof of our digest under its own address/);
    const mine = opentimestampsCalendar(double.url, double.fetch, now);
    const receipt = (await mine.attest(asked))?.bytes ?? new Uint8Array();
    await expect(mine.confirm?.(receipt, { size: 5, note: "another" })).rejects.toThrow(
      /no proof of our digest/,
    );
    for (let length = 0; length < receipt.length; length++)
      expect(() => readProof(receipt.subarray(0, length))).toThrow(RangeError);
    const deep = [
      ...receipt.subarray(0, 65),
      ...Array.from({ length: 400 }, () => 8),
      ...receipt.subarray(65),
    ];
    expect(() => readProof(Uint8Array.from(deep))).toThrow("The proof is too deep.");
    expect(() => readProof(Uint8Array.from([...receipt, 0]))).toThrow("goes on after its end");
  });
});
