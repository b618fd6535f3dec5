import { createHash } from "node:crypto";
import type { LedgerBody } from "#contract/ledger.ts";
import { entryHashPreimage } from "#contract/ledger-format.ts";
import { type Digest, leafHash, rootOver, TILE_WIDTH } from "./ledger/tree.ts";

type EntryRow = { seq: number; previous_hash: string; body: string };

const GROWN_AT_ONCE = 1000;

/**
 * Stores the Merkle tree by tile level: level 0 holds leaves, level 1 the roots of 256 leaves, and so on. Nodes
 * never change, so any earlier tree can still be read.
 */
export class LedgerTree {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds the hashes of new entries and returns the tree's size. Must run inside a transaction. */
  grow(): number {
    for (;;) {
      const size = this.size();
      const rows = this.#sql
        .exec<EntryRow>(
          "SELECT seq, previous_hash, body FROM entries WHERE seq > ? ORDER BY seq LIMIT ?",
          size,
          GROWN_AT_ONCE,
        )
        .toArray();
      for (const row of rows) this.#put(0, row.seq - 1, leafHash(textOf(row), sha256));
      if (rows.length < GROWN_AT_ONCE) return size + rows.length;
    }
  }

  size(): number {
    return this.#sql
      .exec<{ n: number }>("SELECT coalesce(max(idx) + 1, 0) AS n FROM nodes WHERE level = 0")
      .one().n;
  }

  root(size: number): Uint8Array {
    return this.#rootBetween(0, size);
  }

  /**
   * Returns the proof that the tree of `size` leaves extends the tree of `old` leaves (RFC 6962, 2.1.2). It
   * is empty for equal sizes and for an `old` of 0. Throws RangeError for sizes beyond the tree.
   */
  consistencyProof(old: number, size: number): Uint8Array[] {
    if (old < 0 || old > size || size > this.size()) throw new RangeError("The tree has no such sizes.");
    return old === 0 || old === size ? [] : this.#proof(old, 0, size, true);
  }

  /**
   * Returns the roots of the largest subtrees that contain none of the leaves `indexes` (ascending), from
   * left to right. For one leaf this is the inclusion proof of RFC 6962, 2.1.1. Throws RangeError for a leaf
   * or a size beyond the tree.
   */
  inclusionProof(indexes: readonly number[], size: number): Uint8Array[] {
    const [first = 0, last = 0] = [indexes[0], indexes.at(-1)];
    if (first < 0 || last >= size || size > this.size()) throw new RangeError("The tree has no such leaf.");
    return this.#rootsWithout(indexes, 0, size);
  }

  #rootsWithout(indexes: readonly number[], first: number, end: number): Uint8Array[] {
    if (indexes.length === 0) return [this.#rootBetween(first, end)];
    if (end - first === 1) return [];
    const middle = first + 2 ** Math.ceil(Math.log2(end - first) - 1);
    return [
      ...this.#rootsWithout(
        indexes.filter((index) => index < middle),
        first,
        middle,
      ),
      ...this.#rootsWithout(
        indexes.filter((index) => index >= middle),
        middle,
        end,
      ),
    ];
  }

  /**
   * Returns the consistency proof for the leaves from `first` to `end` (exclusive), of which the first `old`
   * belong to the old tree. `isWhole` means that these are the whole old tree, whose root the verifier
   * already has, so the proof leaves it out.
   */
  #proof(old: number, first: number, end: number, isWhole: boolean): Uint8Array[] {
    if (first + old === end) return isWhole ? [] : [this.#rootBetween(first, end)];
    const split = 2 ** Math.ceil(Math.log2(end - first) - 1);
    const middle = first + split;
    return old <= split
      ? [...this.#proof(old, first, middle, isWhole), this.#rootBetween(middle, end)]
      : [...this.#proof(old - split, middle, end, false), this.#rootBetween(first, middle)];
  }

  /**
   * Returns the root of the leaves from `first` to `end` (exclusive). `first` must be a multiple of the
   * smallest power of two that is at least the range's length.
   */
  #rootBetween(first: number, end: number): Uint8Array {
    const length = end - first;
    let level = 0;
    while (TILE_WIDTH ** (level + 1) <= length) level++;
    const width = TILE_WIDTH ** level;
    const nodes = Math.floor(length / width);
    const full = this.#hashes(level, first / width, nodes);
    const restFrom = first + nodes * width;
    return rootOver(restFrom < end ? [...full, this.#rootBetween(restFrom, end)] : full, sha256);
  }

  tile(
    size: number,
    { level, index, width }: { level: number; index: number; width: number },
  ): Uint8Array | null {
    const first = index * TILE_WIDTH;
    if (first + width > Math.floor(size / TILE_WIDTH ** level)) return null;
    return joined(this.#hashes(level, first, width));
  }

  /**
   * Returns an entry bundle as c2sp.org/tlog-tiles defines it: the texts of the entries, each preceded by its
   * length in two big-endian bytes. Returns null when the bundle reaches beyond the tree.
   */
  bundle(size: number, { index, width }: { index: number; width: number }): Uint8Array | null {
    const first = index * TILE_WIDTH;
    if (first + width > size) return null;
    const rows = this.#sql
      .exec<EntryRow>(
        "SELECT seq, previous_hash, body FROM entries WHERE seq > ? AND seq <= ? ORDER BY seq",
        first,
        first + width,
      )
      .toArray();
    const texts = rows.map((row) => new TextEncoder().encode(textOf(row)));
    return joined(texts.flatMap((text) => [Uint8Array.of(text.length >> 8, text.length & 255), text]));
  }

  #put(level: number, index: number, hash: Uint8Array): void {
    this.#sql.exec("INSERT INTO nodes (level, idx, hash) VALUES (?, ?, ?)", level, index, hash);
    if ((index + 1) % TILE_WIDTH !== 0) return;
    const full = this.#hashes(level, index + 1 - TILE_WIDTH, TILE_WIDTH);
    this.#put(level + 1, Math.floor(index / TILE_WIDTH), rootOver(full, sha256));
  }

  #hashes(level: number, first: number, width: number): Uint8Array[] {
    return this.#sql
      .exec<{ hash: ArrayBuffer }>(
        "SELECT hash FROM nodes WHERE level = ? AND idx >= ? AND idx < ? ORDER BY idx",
        level,
        first,
        first + width,
      )
      .toArray()
      .map(({ hash }) => new Uint8Array(hash));
  }
}

function textOf({ seq, previous_hash: previousHash, body }: EntryRow): string {
  return entryHashPreimage({ seq, previousHash, body: JSON.parse(body) as LedgerBody });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const sha256: Digest = (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest());
