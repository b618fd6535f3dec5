import { createHash, createPublicKey, verify } from "node:crypto";

/**
 * * A second verifier of trees, proofs, checkpoints and tiles, written from the texts alone (RFC 9162 sections
 * 2.1.3.2 and 2.1.4.2, c2sp.org/signed-note, tlog-checkpoint, tlog-tiles). It shares no code with ours.
 */

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns the hash of a leaf's bytes. */
export const leafHash = (data: Uint8Array) => sha256(Buffer.of(0), data);
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right);

/** Computes the root over leaf hashes with a stack of full subtrees, as a growing log keeps it. */
export function rootByStack(leaves: readonly Uint8Array[]): Buffer {
  const stack: { height: number; hash: Uint8Array }[] = [];
  for (const leaf of leaves) {
    let node = { height: 0, hash: leaf };
    while (stack.at(-1)?.height === node.height) {
      const left = stack.pop();
      if (left) node = { height: node.height + 1, hash: nodeHash(left.hash, node.hash) };
    }
    stack.push(node);
  }
  let root = stack.pop()?.hash;
  for (const { hash } of stack.reverse()) if (root) root = nodeHash(hash, root);
  return Buffer.from(root ?? sha256());
}

/** Verifies an inclusion proof as in RFC 9162, section 2.1.3.2. */
export function provesInclusion(
  { leaf, index, size, root }: { leaf: Uint8Array; index: number; size: number; root: Uint8Array },
  path: readonly Uint8Array[],
): boolean {
  if (index >= size) return false;
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else r = nodeHash(r, p);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && Buffer.from(r).equals(root);
}

/** Verifies a consistency proof as in RFC 9162, section 2.1.4.2. */
export function provesConsistency(
  {
    first,
    second,
    firstRoot,
    secondRoot,
  }: {
    first: number;
    second: number;
    firstRoot: Uint8Array;
    secondRoot: Uint8Array;
  },
  proof: readonly Uint8Array[],
): boolean {
  if (first === second) return proof.length === 0 && Buffer.from(firstRoot).equals(secondRoot);
  const isPower = (first & (first - 1)) === 0;
  const [start, ...path] = isPower ? [firstRoot, ...proof] : proof;
  if (!start) return false;
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [fn >> 1, sn >> 1];
  let [fr, sr] = [start, start];
  for (const c of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeHash(c, fr), nodeHash(c, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else sr = nodeHash(sr, c);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && Buffer.from(fr).equals(firstRoot) && Buffer.from(sr).equals(secondRoot);
}

/** Returns the size and root of a checkpoint when OpenSSL accepts its signature by that key, and null otherwise. */
export function openCheckpoint(note: string, vkey: string): { size: number; root: Buffer } | null {
  const [name = "", id = "", ...rest] = vkey.split("+");
  const key = Buffer.from(rest.join("+"), "base64");
  const computed = sha256(Buffer.from(`${name}\n`), key)
    .subarray(0, 4)
    .toString("hex");
  const end = note.lastIndexOf("\n\n") + 1;
  const text = note.slice(0, end);
  const [origin, size, root] = text.split("\n");
  if (computed !== id || key[0] !== 1 || origin !== name) return null;
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key.subarray(1)]);
  const publicKey = createPublicKey({ key: spki, format: "der", type: "spki" });
  for (const line of note.slice(end + 1).split("\n")) {
    const [dash, signer, encoded] = line.split(" ");
    const signature = Buffer.from(encoded ?? "", "base64");
    if (dash !== "—" || signer !== name || signature.subarray(0, 4).toString("hex") !== id) continue;
    if (verify(null, Buffer.from(text), publicKey, signature.subarray(4)))
      return { size: Number(size), root: Buffer.from(root ?? "", "base64") };
  }
  return null;
}

/** Returns the paths of all tiles of one level of a tree of that size, in order (tlog-tiles). */
export function tilePaths(level: number | "entries", size: number): string[] {
  const hashes = Math.floor(size / 256 ** (level === "entries" ? 0 : level));
  const paths: string[] = [];
  for (let n = 0; n * 256 < hashes; n++) {
    const digits = String(n).padStart(3 * Math.ceil(String(n).length / 3), "0");
    const groups = digits.match(/\d{3}/g) ?? [];
    const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join("/");
    const width = Math.min(256, hashes - n * 256);
    paths.push(`${level}/${path}${width < 256 ? `.p/${width}` : ""}`);
  }
  return paths;
}

/** Returns the entries of a bundle. */
export function openBundle(bytes: Uint8Array): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    entries.push(Buffer.from(bytes.subarray(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  return entries;
}
