import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { TrackRecord } from "#contract/record.ts";
import { isSignedBy, leafOf, readCheckpoint, readLedger, treeRoot, verifyLedger } from "#ledger-verifier";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { openSigner } from "#record/ledger/signed-note.ts";
import type { LedgerDraft } from "#record/ledger.ts";
import {
  leafHash,
  openBundle,
  openCheckpoint,
  rootByStack,
  tilePaths,
} from "../../unit/record/ledger/second-verifier.ts";
import { fetchWorker, origin } from "../api.ts";
import { ledgerOf } from "./a-record.ts";
import { locks } from "./locks.ts";

const NOW = Date.parse("2026-03-02T15:00:00Z");
const DAY_MS = 86_400_000;
const { ledgerSigner } = openDeps(env, origin);

async function allEntries(name: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const page = await ledgerOf(name).page(entries.length, 500);
    entries.push(...page.entries);
    if (entries.length >= page.head.seq) return entries;
  }
}

const signed = async (name: string, hasLocked = true, at = NOW) => {
  const signer = await ledgerSigner(name);
  const isNew = await publishCheckpoint(ledgerOf(name), signer, { hasLocked, now: new Date(at) });
  return { isNew, key: signer?.publicKey ?? "", note: (await ledgerOf(name).checkpoint())?.note ?? "" };
};
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("hex");

describe("a checkpoint", () => {
  it("is of the tree over all entries, by the verifier and by one that shares no code with it", async () => {
    await ledgerOf("checked").append(locks(0, 700), NOW);
    const { note, key, isNew } = await signed("checked");
    expect(isNew).toBe(true);
    expect(note.split("\n").slice(0, 2)).toEqual(["beatcast.test/ledger/checked", "700"]);
    const entries = await allEntries("checked");
    const read = readCheckpoint(note);
    expect(read && (await isSignedBy(read, key))).toBe(true);
    expect(read?.root).toBe(hex(await treeRoot(await Promise.all(entries.map(leafOf)))));
    const opened = openCheckpoint(note, key);
    expect(opened?.size).toBe(700);
    const leaves = await ledgerOf("checked").tile("0/002.p/188");
    expect(leaves?.isFull).toBe(false);
    expect(hex(opened?.root)).toBe(read?.root);
    // Tiles alone give the same root, the same leaves and the same entries.
    const ledger = ledgerOf("checked");
    const read0 = await Promise.all(tilePaths(0, 700).map(async (path) => (await ledger.tile(path))?.bytes));
    const hashes = read0.flatMap((tile) =>
      Array.from({ length: (tile?.length ?? 0) / 32 }, (_, i) => tile?.slice(32 * i, 32 * i + 32) ?? tile),
    ) as Uint8Array[];
    expect(hashes).toHaveLength(700);
    expect(hex(rootByStack(hashes))).toBe(read?.root);
    const [level1] = tilePaths(1, 700);
    const upper = await ledger.tile(level1 ?? "");
    expect(level1).toBe("1/000.p/2");
    expect(hex(upper?.bytes)).toBe(
      hex(rootByStack(hashes.slice(0, 256))) + hex(rootByStack(hashes.slice(256, 512))),
    );
    const bundles = await Promise.all(tilePaths("entries", 700).map((path) => ledger.tile(path)));
    const texts = bundles.flatMap((bundle) => openBundle(bundle?.bytes ?? new Uint8Array()));
    expect(texts.map((text) => hex(leafHash(text)))).toEqual(hashes.map(hex));
    expect(JSON.parse(texts[699]?.toString() ?? "")).toMatchObject({ seq: 700, body: { id: "lock 699" } });
    expect(texts.join("")).not.toContain("probability");
  });

  it("is signed after a round of locks, else once a day, and the same size only once", async () => {
    const ledger = ledgerOf("daily");
    expect((await signed("daily")).isNew, "nothing to sign").toBe(false);
    await ledger.append(locks(0, 3), NOW);
    const first = await signed("daily");
    expect(first.isNew).toBe(true);
    expect((await signed("daily")).isNew, "nothing was added").toBe(false);
    await ledger.append(locks(3, 5), NOW);
    expect((await signed("daily", false)).isNew, "signed today").toBe(false);
    expect((await signed("daily", false, NOW + DAY_MS)).isNew).toBe(true);
    await ledger.append(locks(5, 6), NOW + DAY_MS);
    const both = await Promise.all([signed("daily"), signed("daily")]);
    expect(new Set(both.map(({ note }) => note)).size).toBe(1);
    expect(readCheckpoint(both[0]?.note ?? "")?.size).toBe(6);
  });

  it("is nobody's without a key, and another ledger's or key's signature is not taken for it", async () => {
    const ledger = ledgerOf("unsigned");
    await ledger.append(locks(0, 2), NOW);
    expect(await publishCheckpoint(ledger, null, { hasLocked: true, now: new Date(NOW) })).toBe(false);
    expect(await ledger.checkpoint()).toBeNull();
    const { note } = await signed("unsigned");
    const read = readCheckpoint(note);
    const other = await ledgerSigner("other");
    expect(read && (await isSignedBy(read, other?.publicKey ?? ""))).toBe(false);
    expect(openCheckpoint(note, other?.publicKey ?? "")).toBeNull();
    await expect(openSigner("PRIVATE+KEY+a+00000000+short", "x")).rejects.toThrow(TypeError);
  });

  it("covers a ledger that is older than its tree", async () => {
    const ledger = ledgerOf("older");
    await ledger.append(locks(0, 300), NOW);
    await ledger.append(locks(300, 310), NOW);
    const first = await signed("older");
    await ledger.append(locks(310, 520), NOW);
    const second = await signed("older");
    const entries = await allEntries("older");
    const leaves = await Promise.all(entries.map(leafOf));
    for (const { note, key } of [first, second]) {
      const opened = openCheckpoint(note, key);
      expect(hex(opened?.root)).toBe(hex(rootByStack(leaves.slice(0, opened?.size))));
    }
    const roots = await ledger.roots(NOW);
    const published = { head: await ledger.head(), roots, checkpoint: second.note, key: second.key };
    expect(await verifyLedger(entries, published, { since: first.note })).toEqual({
      isValid: true,
      entries: 520,
    });
  });

  it("has no tile beyond it", async () => {
    const ledger = ledgerOf("beyond");
    await ledger.append(locks(0, 300), NOW);
    expect(await ledger.tile("0/000")).toBeNull();
    await signed("beyond");
    await ledger.append(locks(300, 600), NOW);
    expect((await ledger.tile("0/000"))?.isFull).toBe(true);
    for (const path of ["0/001", "0/001.p/45", "1/000.p/2", "entries/001", "entries/001.p/45", "2/000.p/1"])
      expect(await ledger.tile(path), path).toBeNull();
    expect((await ledger.tile("entries/001.p/44"))?.isFull).toBe(false);
  });
});

describe("over HTTP", () => {
  const get = (path: string) => fetchWorker(`${origin}/api/track-record${path}`);

  it("checkpoint and tiles are served to anybody, a full tile for good, and the verifier reads them", async () => {
    expect((await get("/checkpoint")).status).toBe(404);
    expect((await get("/tile/0/000")).status).toBe(404);
    const later = Date.now();
    const drafts = locks(0, 260).map((draft) => ({
      ...draft,
      reportsAt: new Date(later + DAY_MS).toISOString(),
    })) as LedgerDraft[];
    await ledgerOf("sample").append(drafts, later);
    const { note, key } = await signed("sample", true, later);
    const answer = await get("/checkpoint");
    expect([await answer.text(), answer.headers.get("content-type")]).toEqual([
      note,
      "text/plain; charset=utf-8",
    ]);
    const full = await get("/tile/0/000");
    expect((await full.arrayBuffer()).byteLength).toBe(256 * 32);
    expect(full.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const partial = await get("/tile/0/001.p/4");
    expect((await partial.arrayBuffer()).byteLength).toBe(4 * 32);
    expect(partial.headers.get("cache-control")).toBe("public, max-age=3600");
    for (const path of ["/tile/0/001", "/tile/0/x", "/tile/entries/001.p/5"])
      expect((await get(path)).status).toBe(404);
    const { ledger } = (await (await get("")).json()) as TrackRecord;
    expect(ledger).toMatchObject({ key, checkpoint: { size: 260 }, sealed: 260, open: 260 });
    expect(ledger.sealedSince).toBe(new Date(later).toISOString());
    const { entries, published } = await readLedger(async (path) => {
      const response = await fetchWorker(origin + path);
      return response.ok ? response.text() : null;
    });
    expect(published).toMatchObject({ checkpoint: note, key });
    expect(await verifyLedger(entries, published, { since: note })).toEqual({ isValid: true, entries: 260 });
  });
});
