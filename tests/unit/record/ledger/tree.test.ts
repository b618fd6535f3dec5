import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  consistencyProof,
  inclusionProof,
  leafOf,
  rootOfInclusion,
  rootsOfConsistency,
  treeRoot,
} from "#ledger-verifier";
import { leafHash as ourLeaf, parseTilePath, rootOver } from "#record/ledger/tree.ts";
import { chained, someBodies } from "./a-ledger.ts";
import { leafHash, provesConsistency, provesInclusion, rootByStack, tilePaths } from "./second-verifier.ts";

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const leavesOf = (n: number) => Array.from({ length: n }, (_, i) => leafHash(Buffer.from(`entry ${i}`)));
const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString("hex");

/**
 * Certificate Transparency publishes these leaves and roots for testing: eight leaves, and the root after each of
 * them.
 */
const published = [
  ["", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
  ["00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
  ["10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
  ["2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
  ["3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
  ["40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
  ["5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
  ["606162636465666768696a6b6c6d6e6f", "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"],
] as const;

describe("the Merkle tree", () => {
  it("gives the published roots of Certificate Transparency, by all three implementations", async () => {
    const leaves = published.map(([data]) => leafHash(Buffer.from(data, "hex")));
    for (const [i, [, root]] of published.entries()) {
      const part = leaves.slice(0, i + 1);
      expect(hex(rootByStack(part))).toBe(root);
      expect(hex(rootOver(part, sha256))).toBe(root);
      expect(hex(await treeRoot(part))).toBe(root);
    }
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect([hex(rootOver([], sha256)), hex(await treeRoot([])), hex(rootByStack([]))]).toEqual(
      Array.from({ length: 3 }, () => empty),
    );
  });

  it("has an entry's canonical text as leaf, in the Worker as in the verifier", async () => {
    for (const entry of await chained(someBodies(12))) {
      const { hash: _, ...unhashed } = entry;
      const text =
        JSON.stringify(unhashed.body) &&
        (await import("#contract/ledger-format.ts")).entryHashPreimage(unhashed);
      expect(hex(ourLeaf(text, sha256))).toBe(hex(await leafOf(entry)));
      expect(hex(leafHash(Buffer.from(text)))).toBe(hex(await leafOf(entry)));
    }
  });

  it("gives proofs of inclusion that the second verifier accepts, and no other leaf, place or root", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.nat(), async (size, at) => {
        const leaves = leavesOf(size);
        const [index, root] = [at % size, rootByStack(leaves)];
        const [leaf, proof] = [leaves[index] ?? Buffer.of(), await inclusionProof(leaves, index)];
        expect(provesInclusion({ leaf, index, size, root }, proof)).toBe(true);
        expect(hex(await rootOfInclusion(leaf, index, size, proof))).toBe(hex(root));
        const wrongLeaf = leafHash(Buffer.from("forged"));
        expect(provesInclusion({ leaf: wrongLeaf, index, size, root }, proof)).toBe(false);
        expect(hex(await rootOfInclusion(wrongLeaf, index, size, proof))).not.toBe(hex(root));
        if (size > 1) {
          expect(provesInclusion({ leaf, index: (index + 1) % size, size, root }, proof)).toBe(false);
          expect(hex(await rootOfInclusion(leaf, index, size, proof.slice(1)))).not.toBe(hex(root));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("gives proofs of consistency that the second verifier accepts, and none for a rewritten past", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.nat(), async (second, some) => {
        const first = 1 + (some % second);
        const leaves = leavesOf(second);
        const [firstRoot, secondRoot] = [rootByStack(leaves.slice(0, first)), rootByStack(leaves)];
        const proof = await consistencyProof(leaves, first);
        expect(provesConsistency({ first, second, firstRoot, secondRoot }, proof)).toBe(true);
        const roots = await rootsOfConsistency(first, second, firstRoot, proof);
        expect(roots?.map(hex)).toEqual([hex(firstRoot), hex(secondRoot)]);
        const rewritten = leaves.with(some % first, leafHash(Buffer.from("forged")));
        const forged = { first, second, firstRoot, secondRoot: rootByStack(rewritten) };
        const forgedProof = await consistencyProof(rewritten, first);
        expect(provesConsistency(forged, forgedProof)).toBe(false);
        const found = await rootsOfConsistency(first, second, firstRoot, forgedProof);
        expect(found?.map(hex)).not.toEqual([hex(firstRoot), hex(forged.secondRoot)]);
      }),
      { numRuns: 150 },
    );
  });

  it("is the same over full tiles and what is left as over all leaves", () => {
    for (const size of [255, 256, 257, 511, 512, 700]) {
      const leaves = leavesOf(size);
      const full = Array.from({ length: Math.floor(size / 256) }, (_, i) =>
        rootOver(leaves.slice(256 * i, 256 * (i + 1)), sha256),
      );
      const rest = leaves.slice(256 * full.length);
      const all = [...full, ...(rest.length > 0 ? [rootOver(rest, sha256)] : [])];
      expect(hex(rootOver(all, sha256))).toBe(hex(rootByStack(leaves)));
    }
  });
});

describe("a tile's path", () => {
  it("is read as tlog-tiles writes it", () => {
    expect(tilePaths(0, 70_000).at(-1)).toBe("0/273.p/112");
    expect(parseTilePath("0/x001/x234/067")).toEqual({
      kind: "hashes",
      level: 0,
      index: 1_234_067,
      width: 256,
    });
    expect(parseTilePath("1/000.p/3")).toEqual({ kind: "hashes", level: 1, index: 0, width: 3 });
    expect(parseTilePath("entries/273.p/112")).toEqual({ kind: "entries", level: 0, index: 273, width: 112 });
    for (const path of tilePaths("entries", 3000)) expect(parseTilePath(path)).not.toBeNull();
  });

  it.each([
    "",
    "0",
    "0/1",
    "0/x000/001",
    "64/000",
    "00/000",
    "0/000.p/0",
    "0/000.p/256",
    "0/000.p/01",
    "0/-01",
    "data/000",
    "0/000/",
    "0/x001",
  ])("is not %s", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});
