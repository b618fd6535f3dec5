import { createHash } from "node:crypto";
import type { LockBody, Revealed, SealedLockBody } from "#contract/ledger.ts";
import { sealedText } from "#contract/ledger-format.ts";

/** More open locks of record than a whole market has at once. */
const MAX_OPEN = 10_000;

type SealCounts = { sealed: number; open: number; since: string | null };

/** What sealed locks say, in the ledger's table `seals`: beside their entries, and written in the same transaction. */
export class LedgerSeals {
  readonly #sql: SqlStorage;
  #counts: SealCounts | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The lock as a commitment, with a new nonce. */
  seal(lock: LockBody): SealedLockBody {
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
    const { type, id, kind, dataMode, symbol, fiscalQuarterEnd, reportsAt, time } = lock;
    const seal = createHash("sha256").update(sealedText({ lock, nonce })).digest("hex");
    this.#sql.exec(
      "INSERT INTO seals (lock_id, nonce, lock) VALUES (?, ?, ?)",
      id,
      nonce,
      JSON.stringify(lock),
    );
    return { type, format: 3, id, kind, dataMode, symbol, fiscalQuarterEnd, reportsAt, time, seal };
  }

  /** What opens the seal of a lock; null where nothing was locked under that name. */
  revealed(lockId: string): Revealed | null {
    const [row] = this.#sql
      .exec<{ nonce: string; lock: string }>("SELECT nonce, lock FROM seals WHERE lock_id = ?", lockId)
      .toArray();
    return row ? { lock: JSON.parse(row.lock) as LockBody, nonce: row.nonce } : null;
  }

  /** Sealed locks of record without a settlement, with the numbers of their entries. */
  openRecords(): { seq: number; lock: LockBody }[] {
    return this.#sql
      .exec<{ seq: number; lock: string }>(
        `SELECT l.seq, s.lock FROM seals AS s JOIN entries AS l ON l.id = s.lock_id
           LEFT JOIN entries AS e ON e.id = 'settles ' || s.lock_id
         WHERE e.seq IS NULL AND s.lock ->> 'kind' = 'record' LIMIT ?`,
        MAX_OPEN,
      )
      .toArray()
      .map(({ seq, lock }) => ({ seq, lock: JSON.parse(lock) as LockBody }));
  }

  /** Sealed locks of people's analyses without a settlement, after the id `after`, made before that time (ISO), in order. */
  openAnalyses(after: string, before: string, limit: number): { seq: number; lock: LockBody }[] {
    return this.#sql
      .exec<{ seq: number; lock: string }>(
        `SELECT l.seq, s.lock FROM seals AS s JOIN entries AS l ON l.id = s.lock_id
           LEFT JOIN entries AS e ON e.id = 'settles ' || s.lock_id
         WHERE s.lock_id > ? AND e.seq IS NULL AND s.lock ->> 'kind' = 'analysis' AND s.lock ->> 'time' < ?
         ORDER BY s.lock_id LIMIT ?`,
        after,
        before,
        limit,
      )
      .toArray()
      .map(({ seq, lock }) => ({ seq, lock: JSON.parse(lock) as LockBody }));
  }

  /** Sealed locks, of them those without a settlement, and when the first was sealed. */
  counts(): SealCounts {
    this.#counts ??= this.#sql
      .exec<SealCounts>(
        `SELECT count(*) AS sealed, coalesce(sum(e.seq IS NULL), 0) AS open, min(s.lock ->> 'time') AS since
         FROM seals AS s LEFT JOIN entries AS e ON e.id = 'settles ' || s.lock_id`,
      )
      .one();
    return this.#counts;
  }

  /** Called after every append: what `counts` read is not true any more. */
  forgetCounts(): void {
    this.#counts = null;
  }
}
