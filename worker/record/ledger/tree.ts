/**
 * This file computes the Merkle tree of RFC 6962, whose leaves are the texts that entry hashes are computed
 * from.
 */

/** Returns the SHA-256 hash of bytes. It must be synchronous, because the tree grows within one transaction. */
export type Digest = (bytes: Uint8Array) => Uint8Array;

/** The number of hashes in a full tile of c2sp.org/tlog-tiles. */
export const TILE_WIDTH = 256;

const [LEAF, NODE] = [0, 1];

export function leafHash(text: string, digest: Digest): Uint8Array {
  return digest(Uint8Array.from([LEAF, ...new TextEncoder().encode(text)]));
}

/**
 * Returns the root of the tree that subtrees form from left to right, given their roots. All but the last
 * must be full and of equal size. For an empty list it returns the hash of no bytes.
 */
export function rootOver(subtrees: readonly Uint8Array[], digest: Digest): Uint8Array {
  const [first] = subtrees;
  if (!first) return digest(new Uint8Array());
  if (subtrees.length === 1) return first;
  const split = 2 ** Math.ceil(Math.log2(subtrees.length) - 1);
  const [left, right] = [rootOver(subtrees.slice(0, split), digest), rootOver(subtrees.slice(split), digest)];
  return digest(Uint8Array.from([NODE, ...left, ...right]));
}

/** The address of a tile. `level` counts levels of tiles, each of which spans eight levels of the tree. */
type TileAddress = { kind: "hashes" | "entries"; level: number; index: number; width: number };

/** Parses a path such as "1/x001/234.p/5" or "entries/000". Returns null for any other text. */
export function parseTilePath(path: string): TileAddress | null {
  const [, level = "", index = "", width] =
    /^(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  // A leading group of zeros is refused, so that each number has exactly one form.
  if (!level || /^x000/.test(index) || Number(width ?? 1) >= TILE_WIDTH) return null;
  return {
    kind: level === "entries" ? "entries" : "hashes",
    level: level === "entries" ? 0 : Number(level),
    index: Number(index.replaceAll(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
}
