/** These prefixes keep an inner node from passing as a leaf, as in RFC 6962. */
const LEAF = "leaf:";
const NODE = "node:";

type Digest = (text: string) => string;

function leafText(hash: string): string {
  return LEAF + hash;
}

function nodeText(left: string, right: string): string {
  return `${NODE}${left}:${right}`;
}

/**
 * Returns the Merkle root of these hashes. A node without a sibling moves up a level unchanged. `digest` must
 * return SHA-256 in hexadecimal. Throws RangeError for an empty list.
 */
export function merkleRoot(hashes: readonly string[], digest: Digest): string {
  let level = hashes.map((hash) => digest(leafText(hash)));
  while (level.length > 1) level = pairs(level).map((pair) => joined(pair, digest));
  return rootOf(level);
}

function pairs(level: readonly string[]): [string, string | undefined][] {
  return level.flatMap((left, i): [string, string | undefined][] =>
    i % 2 === 0 ? [[left, level[i + 1]]] : [],
  );
}

function joined([left, right]: [string, string | undefined], digest: Digest): string {
  return right === undefined ? left : digest(nodeText(left, right));
}

function rootOf([root]: readonly string[]): string {
  if (root === undefined) throw new RangeError("A Merkle tree needs at least one leaf.");
  return root;
}
