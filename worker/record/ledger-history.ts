import type { LedgerEntry, Revealed } from "#contract/ledger.ts";
import { isoDay } from "#contract/time.ts";
import type { LedgerSeals } from "./ledger-seals.ts";
import type { LedgerTree } from "./ledger-tree.ts";

export type Row = { seq: number; id: string; previous_hash: string; hash: string; body: string };
type Signed = { size: number; note: string; signedAt: number };

/**
 * The ledger at a past moment. `began` is the time of its first entry, or null while it has none; `size` is
 * the number of entries that existed at the moment.
 */
type LedgerPast = { began: string | null; size: number };

type Head = {
  hash: string;
  sealed: number;
  open: number;
  checkpoint: Pick<Signed, "size" | "signedAt"> | null;
};

type Proof = {
  entries: LedgerEntry[];
  revealed: Revealed[];
  checkpoint: Signed | null;
  hashes: string[];
};

/**
 * Answers questions about earlier states of the ledger. Entry times never run backwards, so the entries that
 * existed at a past moment are always the first `size` entries.
 */
export class LedgerHistory {
  readonly #sql: SqlStorage;
  readonly #tree: LedgerTree;
  readonly #seals: LedgerSeals;

  constructor(sql: SqlStorage, tree: LedgerTree, seals: LedgerSeals) {
    this.#sql = sql;
    this.#tree = tree;
    this.#seals = seals;
  }

  at(asOf: string): LedgerPast {
    const [first] = this.#rows("SELECT * FROM entries WHERE seq = 1");
    const day = isoDay(asOf);
    // Both queries use the index `entries_by_day`: the first finds the last entry of that day up to `asOf`,
    // and the second the last entry of an earlier day.
    const [last] = [
      ...this.#rows(
        "SELECT * FROM entries WHERE day = ? AND body ->> 'time' <= ? ORDER BY seq DESC LIMIT 1",
        day,
        asOf,
      ),
      ...this.#rows("SELECT * FROM entries WHERE day < ? ORDER BY day DESC, seq DESC LIMIT 1", day),
    ];
    return { began: first ? entryOf(first).body.time : null, size: last?.seq ?? 0 };
  }

  head(size: number, asOfMs: number): Head {
    const [last] = this.#rows("SELECT * FROM entries WHERE seq = ?", size);
    const { sealed, open } = this.#sql
      .exec<{ sealed: number; open: number }>(
        `SELECT count(*) AS sealed, coalesce(sum(e.seq IS NULL), 0) AS open
         FROM seals AS s JOIN entries AS l ON l.id = s.lock_id AND l.seq <= ?1
           LEFT JOIN entries AS e ON e.id = 'settles ' || s.lock_id AND e.seq <= ?1`,
        size,
      )
      .one();
    return {
      hash: last?.hash ?? "",
      sealed,
      open,
      checkpoint: this.#checkpoint("WHERE signed_at <= ? ORDER BY size DESC", asOfMs),
    };
  }

  /**
   * Returns those of the first `size` entries that lock or settle these predictions, or the last entry if
   * there are none, with the hashes that prove them against a checkpoint. `revealed` opens locks that have
   * been settled since.
   */
  proof(lockIds: readonly string[], size: number, asOfMs: number): Proof {
    const ids = JSON.stringify([...new Set(lockIds)].flatMap((id) => [id, `settles ${id}`]));
    const entryRows = this.#rows(
      "SELECT e.* FROM json_each(?) AS j JOIN entries AS e ON e.id = j.value WHERE e.seq <= ? ORDER BY e.seq",
      ids,
      size,
    );
    const rows = entryRows.length > 0 ? entryRows : this.#rows("SELECT * FROM entries WHERE seq = ?", size);
    const entries = rows.map(entryOf);
    const last = rows.at(-1)?.seq ?? 0;
    const checkpoint =
      this.#checkpoint("WHERE signed_at <= ? AND size >= ? ORDER BY size DESC", asOfMs, last) ??
      this.#checkpoint("WHERE size >= ? ORDER BY size", last) ??
      this.#checkpoint("ORDER BY size DESC");
    const proven = rows.map(({ seq }) => seq - 1).filter((index) => index < (checkpoint?.size ?? 0));
    const hashes = checkpoint && proven.length > 0 ? this.#tree.inclusionProof(proven, checkpoint.size) : [];
    const settled = new Set(rows.map(({ id }) => id));
    const revealed = entries.flatMap(({ body }) =>
      body.type === "lock" && !settled.has(`settles ${body.id}`) && this.#isSettledToday(body.id)
        ? (this.#seals.revealed(body.id) ?? [])
        : [],
    );
    return { entries, revealed, checkpoint, hashes: hashes.map((hash) => Buffer.from(hash).toString("hex")) };
  }

  #isSettledToday(lockId: string): boolean {
    return this.#rows("SELECT * FROM entries WHERE id = ?", `settles ${lockId}`).length > 0;
  }

  #checkpoint(which: string, ...bindings: number[]): Signed | null {
    const columns = "SELECT size, note, signed_at AS signedAt FROM checkpoints";
    return this.#sql.exec<Signed>(`${columns} ${which} LIMIT 1`, ...bindings).toArray()[0] ?? null;
  }

  #rows(query: string, ...bindings: (string | number)[]): Row[] {
    return this.#sql.exec<Row>(query, ...bindings).toArray();
  }
}

export function entryOf(row: Row): LedgerEntry {
  const { seq, previous_hash: previousHash, hash, body } = row;
  return { seq, previousHash, hash, body: JSON.parse(body) as LedgerEntry["body"] };
}
