import { createHash } from "node:crypto";
import type { LockBody, Revealed, SealedLockBody, SettlementBody } from "#contract/ledger.ts";
import { sealPreimage } from "#contract/ledger-format.ts";

export type OpenedEntry = { seq: number; body: LockBody | SettlementBody; isSettled: boolean };

type SealCounts = { sealed: number; open: number; since: string | null };

/**
 * Stores the content and the secret nonce of each sealed lock. Its methods run in the transaction that
 * appends the entries.
 */
export class LedgerSeals {
  readonly #sql: SqlStorage;
  #counts: SealCounts | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  seal(lock: LockBody): SealedLockBody {
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
    const { type, id, kind, dataMode, symbol, fiscalQuarterEnd, reportsAt, time } = lock;
    const seal = createHash("sha256").update(sealPreimage({ lock, nonce })).digest("hex");
    this.store({ lock, nonce });
    return { type, id, kind, dataMode, symbol, fiscalQuarterEnd, reportsAt, time, seal };
  }

  store({ lock, nonce }: Revealed): void {
    this.#sql.exec(
      "INSERT INTO seals (lock_id, nonce, lock) VALUES (?, ?, ?)",
      lock.id,
      nonce,
      JSON.stringify(lock),
    );
  }

  revealed(lockId: string): Revealed | null {
    const [row] = this.#sql
      .exec<{ nonce: string; lock: string }>("SELECT nonce, lock FROM seals WHERE lock_id = ?", lockId)
      .toArray();
    return row ? { lock: JSON.parse(row.lock) as LockBody, nonce: row.nonce } : null;
  }

  opened(after: number, limit: number): OpenedEntry[] {
    return this.#sql
      .exec<{ seq: number; body: string; isSettled: number }>(
        `SELECT l.seq, coalesce(s.lock, l.body) AS body, e.seq IS NOT NULL AS isSettled
         FROM entries AS l LEFT JOIN seals AS s ON s.lock_id = l.id
           LEFT JOIN entries AS e ON e.id = 'settles ' || l.id
         WHERE l.seq > ? ORDER BY l.seq LIMIT ?`,
        after,
        limit,
      )
      .toArray()
      .map(({ seq, body, isSettled }) => ({ seq, body: JSON.parse(body), isSettled: isSettled === 1 }));
  }

  /**
   * Returns the number of sealed locks, how many of them are not settled yet (`open`), and the time of the
   * first one (`since`).
   */
  counts(): SealCounts {
    this.#counts ??= this.#sql
      .exec<SealCounts>(
        `SELECT count(*) AS sealed, coalesce(sum(e.seq IS NULL), 0) AS open, min(s.lock ->> 'time') AS since
         FROM seals AS s LEFT JOIN entries AS e ON e.id = 'settles ' || s.lock_id`,
      )
      .one();
    return this.#counts;
  }

  /** Drops the cached counts. Must be called whenever entries are appended. */
  forgetCounts(): void {
    this.#counts = null;
  }
}
