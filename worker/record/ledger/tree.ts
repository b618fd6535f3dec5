/** RFC 6962: a leaf is what an entry's hash is made of. */

/** Synchronous: a tree grows within one transaction. */
export type Digest = (bytes: Uint8Array) => Uint8Array;

/** c2sp.org/tlog-tiles. */
export const TILE_WIDTH = 256;

const [LEAF, NODE] = [0, 1];

export function leafHash(text: string, digest: Digest): Uint8Array {
  return digest(Uint8Array.from([LEAF, ...new TextEncoder().encode(text)]));
}

/** All but the last are full and equal, so they split as leaves do. Of none: the hash of nothing. */
export function rootOver(subtrees: readonly Uint8Array[], digest: Digest): Uint8Array {
  const [first] = subtrees;
  if (!first) return digest(new Uint8Array());
  if (subtrees.length === 1) return first;
  const split = 2 ** Math.ceil(Math.log2(subtrees.length) - 1);
  const [left, right] = [rootOver(subtrees.slice(0, split), digest), rootOver(subtrees.slice(split), digest)];
  return digest(Uint8Array.from([NODE, ...left, ...right]));
}

/** `level` counts in tiles. */
type TileAddress = { kind: "hashes" | "entries"; level: number; index: number; width: number };

/** As "1/x001/234.p/5" or "entries/000"; null for any other. */
export function parseTilePath(path: string): TileAddress | null {
  const [, level = "", index = "", width] =
    /^(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  // No leading group of zeros: a number has one form.
  if (!level || /^x000/.test(index) || Number(width ?? 1) >= TILE_WIDTH) return null;
  return {
    kind: level === "entries" ? "entries" : "hashes",
    level: level === "entries" ? 0 : Number(level),
    index: Number(index.replaceAll(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
}
