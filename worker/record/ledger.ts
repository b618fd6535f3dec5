import { DurableObject } from "cloudflare:workers";
import { createHash } from "node:crypto";
import type {
  LedgerBody,
  LedgerEntry,
  LedgerHead,
  LedgerRoot,
  LockBody,
  SettlementBody,
} from "#contract/ledger.ts";
import { entryHashPreimage, GENESIS_HASH } from "#contract/ledger-format.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { merkleRoot } from "./ledger/merkle.ts";
import { parseTilePath, TILE_WIDTH } from "./ledger/tree.ts";
import { type BackedUpEntry, readBackup } from "./ledger-backup.ts";
import { entryOf, LedgerHistory, type Row } from "./ledger-history.ts";
import { LedgerSeals, type OpenedEntry } from "./ledger-seals.ts";
import { LedgerTree } from "./ledger-tree.ts";

export type LedgerDraft = Omit<LockBody, "time"> | DraftSettlement;
type DraftSettlement = Omit<SettlementBody, "time" | "revealed">;

/**
 * What became of one draft. `lock` is the content of a sealed lock, which only the writer of the draft
 * receives.
 */
export type AppendResult =
  | { isAppended: true; entry: LedgerEntry; lock: LockBody | null }
  | { isAppended: false; reason: string };

export type Checkpoint = { size: number; note: string; signedAt: number };

/**
 * The append-only ledger of one market. An empty Durable Object restores itself from the backup. Drafts are
 * checked and written in one synchronous transaction, and a draft whose id already exists returns the first
 * entry of that id.
 */
export class Ledger extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  readonly #tree = new LedgerTree(this.#sql);
  readonly #seals = new LedgerSeals(this.#sql);
  readonly #history = new LedgerHistory(this.#sql, this.#tree, this.#seals);

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS entries (
         seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, day TEXT NOT NULL,
         previous_hash TEXT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL
       );
       CREATE INDEX IF NOT EXISTS entries_by_day ON entries (day, seq);
       CREATE TABLE IF NOT EXISTS roots (
         date TEXT PRIMARY KEY, root TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL
       ) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS seals (
         lock_id TEXT PRIMARY KEY, nonce TEXT NOT NULL, lock TEXT NOT NULL
       ) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS nodes (
         level INTEGER NOT NULL, idx INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (level, idx)
       ) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS checkpoints (
         size INTEGER PRIMARY KEY, note TEXT NOT NULL, signed_at INTEGER NOT NULL
       );
       CREATE TRIGGER IF NOT EXISTS seals_stay BEFORE UPDATE ON seals
         BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;
       CREATE TRIGGER IF NOT EXISTS seals_remain BEFORE DELETE ON seals
         BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;
       CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE UPDATE ON entries
         BEGIN SELECT RAISE(ABORT, 'the ledger is never rewritten'); END;
       CREATE TRIGGER IF NOT EXISTS entries_remain BEFORE DELETE ON entries
         BEGIN SELECT RAISE(ABORT, 'the ledger is never rewritten'); END;`,
    );
    if (this.head().seq === 0) void state.blockConcurrencyWhile(() => this.#restore());
  }

  /**
   * Restores entries, seals and checkpoints from the backup. With an empty ledger, a second lock would be written for
   * predictions whose report is still to come.
   */
  async #restore(): Promise<void> {
    const backup = await readBackup(this.env.FILES, this.ctx.id.name ?? "");
    if (!backup) return;
    this.ctx.storage.transactionSync(() => {
      for (const { entry, opening } of backup.entries) {
        this.#store(entry);
        if (opening) this.#seals.store(opening);
      }
      for (const checkpoint of backup.checkpoints) this.storeCheckpoint(checkpoint);
    });
  }

  /**
   * Appends drafts in one transaction and returns a result for each. A draft whose id already exists returns
   * the first entry of that id. A lock at or after its report and a settlement without a lock are refused.
   * Entry times never run backwards.
   */
  append(drafts: readonly LedgerDraft[], nowMs: number): AppendResult[] {
    this.#seals.forgetCounts();
    return this.ctx.storage.transactionSync(() => drafts.map((draft) => this.#appendOne(draft, nowMs)));
  }

  page(after: number, limit: number): { entries: LedgerEntry[]; head: LedgerHead } {
    const rows = this.#sql
      .exec<Row>("SELECT * FROM entries WHERE seq > ? ORDER BY seq LIMIT ?", after, limit)
      .toArray();
    return { entries: rows.map(entryOf), head: this.head() };
  }

  /** Returns an entry as the public sees it: a sealed lock stays sealed. */
  find(id: string): LedgerEntry | null {
    const [row] = this.#sql.exec<Row>("SELECT * FROM entries WHERE id = ?", id).toArray();
    return row ? entryOf(row) : null;
  }

  head(): LedgerHead {
    const last = this.#last();
    return last ? { seq: last.seq, hash: last.hash } : { seq: 0, hash: GENESIS_HASH };
  }

  /**
   * Returns the daily Merkle roots, newest first, and creates those that are missing for days that are over.
   */
  roots(nowMs: number): LedgerRoot[] {
    this.#closeDays(nowMs);
    return this.#sql
      .exec<{ date: string; root: string; first_seq: number; last_seq: number }>(
        "SELECT * FROM roots ORDER BY date DESC LIMIT 4000",
      )
      .toArray()
      .map((row) => ({ date: row.date, root: row.root, firstSeq: row.first_seq, lastSeq: row.last_seq }));
  }

  summary(): {
    head: LedgerHead;
    checkpoint: Checkpoint | null;
    sealed: number;
    open: number;
    since: string | null;
  } {
    return { head: this.head(), checkpoint: this.checkpoint(), ...this.#seals.counts() };
  }

  past(asOf: string) {
    return this.#history.at(asOf);
  }

  pastHead(size: number, asOfMs: number) {
    return this.#history.head(size, asOfMs);
  }

  pastProof(lockIds: readonly string[], size: number, asOfMs: number) {
    // After a restore there are checkpoints but no tree nodes yet, so the tree is built first.
    this.treeHead();
    return this.#history.proof(lockIds, size, asOfMs);
  }

  /** Returns entries with the content of their sealed locks. The result must never become public. */
  opened(after: number, limit: number): OpenedEntry[] {
    return this.#seals.opened(after, limit);
  }

  /** Returns entries for the backup, with the secrets of their seals. */
  backedUp(after: number, limit: number): BackedUpEntry[] {
    const { entries } = this.page(after, limit);
    return entries.map((entry) => ({
      entry,
      opening: entry.body.type === "lock" ? this.#seals.revealed(entry.body.id) : null,
    }));
  }

  treeHead(): { size: number; root: Uint8Array } {
    const size = this.ctx.storage.transactionSync(() => this.#tree.grow());
    return { size, root: this.#tree.root(size) };
  }

  /** Returns the newest checkpoint, or null. `signedAt` is in milliseconds. */
  checkpoint(): Checkpoint | null {
    return this.checkpoints(Number.MAX_SAFE_INTEGER, 1)[0] ?? null;
  }

  checkpointOf(size: number): Checkpoint | null {
    return this.checkpoints(size + 1, 1).find((checkpoint) => checkpoint.size === size) ?? null;
  }

  checkpoints(before: number, limit: number): Checkpoint[] {
    return this.#sql
      .exec<Checkpoint>(
        "SELECT size, note, signed_at AS signedAt FROM checkpoints WHERE size < ? ORDER BY size DESC LIMIT ?",
        before,
        limit,
      )
      .toArray();
  }

  consistencyProof(old: number, size: number): Uint8Array[] {
    return this.#tree.consistencyProof(old, size);
  }

  /** Stores a checkpoint, unless one of the same size exists already. */
  storeCheckpoint({ size, note, signedAt }: Checkpoint): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO checkpoints (size, note, signed_at) VALUES (?, ?, ?)",
      size,
      note,
      signedAt,
    );
  }

  /**
   * Returns a tile or an entry bundle of the newest checkpoint's tree, or null when the path is malformed or
   * reaches beyond the tree.
   */
  tile(path: string): { bytes: Uint8Array; isFull: boolean } | null {
    const address = parseTilePath(path);
    const size = this.checkpoint()?.size ?? 0;
    if (!address) return null;
    const bytes =
      address.kind === "entries" ? this.#tree.bundle(size, address) : this.#tree.tile(size, address);
    return bytes && { bytes, isFull: address.width === TILE_WIDTH };
  }

  #appendOne(draft: LedgerDraft, nowMs: number): AppendResult {
    const existing = this.find(draft.id);
    if (existing) return { isAppended: true, entry: existing, lock: this.#lockOf(existing.body) };
    const last = this.#last();
    const times = [
      new Date(nowMs).toISOString(),
      last ? entryOf(last).body.time : "",
      this.#firstOpenInstant(),
    ];
    const time = times.sort().at(-1) ?? "";
    const reason = draft.type === "lock" ? refusalOf(draft, time) : null;
    if (reason) return { isAppended: false, reason };
    const body =
      draft.type === "lock" ? this.#seals.seal({ ...draft, time }) : this.#settlementOf(draft, time);
    if (!body) return { isAppended: false, reason: "It settles what was never locked." };
    const unhashed = { seq: (last?.seq ?? 0) + 1, previousHash: last?.hash ?? GENESIS_HASH, body };
    const entry: LedgerEntry = { ...unhashed, hash: sha256(entryHashPreimage(unhashed)) };
    this.#store(entry);
    return { isAppended: true, entry, lock: draft.type === "lock" ? { ...draft, time } : null };
  }

  #store({ seq, previousHash, hash, body }: LedgerEntry): void {
    this.#sql.exec(
      "INSERT INTO entries (seq, id, day, previous_hash, hash, body) VALUES (?, ?, ?, ?, ?, ?)",
      seq,
      body.id,
      body.time.slice(0, 10),
      previousHash,
      hash,
      JSON.stringify(body),
    );
  }

  #settlementOf(draft: DraftSettlement, time: string): SettlementBody | null {
    const revealed = this.#seals.revealed(draft.lockId);
    return revealed && { ...draft, revealed, time };
  }

  #lockOf(body: LedgerBody): LockBody | null {
    return body.type === "lock" ? (this.#seals.revealed(body.id)?.lock ?? null) : null;
  }

  /**
   * Returns the earliest time that a new entry may have: the day after the last published daily root. A day
   * whose root is published accepts no more entries, whatever the clock says.
   */
  #firstOpenInstant(): string {
    const { date } = this.#sql.exec<{ date: string | null }>("SELECT max(date) AS date FROM roots").one();
    return date ? new Date(Date.parse(date) + DAY_MS).toISOString() : "";
  }

  #last(): Row | undefined {
    return this.#sql.exec<Row>("SELECT * FROM entries ORDER BY seq DESC LIMIT 1").toArray()[0];
  }

  #closeDays(nowMs: number): void {
    const today = isoDay(nowMs);
    this.ctx.storage.transactionSync(() => {
      const open = this.#sql
        .exec<{ day: string }>(
          `SELECT DISTINCT day FROM entries
           WHERE day > coalesce((SELECT max(date) FROM roots), '')
             AND day < max(?, (SELECT max(day) FROM entries)) ORDER BY day`,
          today,
        )
        .toArray();
      for (const { day } of open) this.#closeDay(day);
    });
  }

  #closeDay(day: string): void {
    const rows = this.#sql
      .exec<{ seq: number; hash: string }>("SELECT seq, hash FROM entries WHERE day = ? ORDER BY seq", day)
      .toArray();
    const root = merkleRoot(
      rows.map((row) => row.hash),
      sha256,
    );
    this.#sql.exec(
      "INSERT INTO roots (date, root, first_seq, last_seq) VALUES (?, ?, ?, ?)",
      day,
      root,
      rows[0]?.seq ?? 0,
      rows.at(-1)?.seq ?? 0,
    );
  }
}

function refusalOf(
  { reportsAt, kind, dataMode }: Pick<LockBody, "reportsAt" | "kind" | "dataMode">,
  time: string,
): string | null {
  if (time >= reportsAt) return "The report is out or due, so nothing can be locked before it.";
  return kind === "replay" && dataMode !== "sample" ? "Only the simulated market is replayed." : null;
}

/**
 * Hashes synchronously, because awaiting the hash would let another call run between reading the head and
 * writing the entry.
 */
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
