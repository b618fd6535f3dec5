import { DurableObject } from "cloudflare:workers";

/** How long a reserved call may stay undecided before it is given back; longer than the slowest analysis. */
const RESERVATION_TTL_MS = 120_000;

/** Longer than any period: one that comes back (a dispute that is won, a month left and taken up again) still counts. */
const KEPT_MS = 62 * 24 * 60 * 60 * 1000;

/** A quota period: its name is unique per user ("2026-11" for the free calendar month) and starts the count anew. */
export type QuotaPeriod = { id: string; endsAt: string };

export type Reservation =
  | { isGranted: true; used: number; limit: number | null }
  | { isGranted: false; used: number; limit: number };

type ReservationState = "reserved" | "committed" | "released";

/**
 * Counts one user's calls in a period: reserve before the work, commit when the user got an answer, release when not.
 * All decisions are synchronous SQL inside one object, so parallel calls can never pass the limit together. Each method
 * may be repeated with the same key without counting twice, and the count survives eviction and restart.
 */
export class QuotaCounter extends DurableObject {
  readonly #sql = this.ctx.storage.sql;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.#openTable();
  }

  /**
   * Takes one call of the period for the operation `key`.
   * `limit` null means unlimited. A key that was released may be reserved again; one still open or committed counts once.
   */
  reserve(key: string, period: QuotaPeriod, limit: number | null, nowMs: number): Reservation {
    this.#forgetOld(period.id, nowMs);
    this.#releaseExpired(period.id, nowMs);
    const existing = this.#stateOf(period.id, key);
    const used = this.used(period.id, nowMs);
    if (existing === "reserved" || existing === "committed") return { isGranted: true, used, limit };
    if (limit !== null && used >= limit) return { isGranted: false, used, limit };
    this.#sql.exec(
      "INSERT OR REPLACE INTO calls (period, key, state, at) VALUES (?, ?, 'reserved', ?)",
      period.id,
      key,
      nowMs,
    );
    return { isGranted: true, used: used + 1, limit };
  }

  /** The user got an answer: the call counts for good. Returns the calls used. */
  commit(key: string, periodId: string, nowMs: number): number {
    this.#sql.exec(
      "INSERT OR REPLACE INTO calls (period, key, state, at) VALUES (?, ?, 'committed', ?)",
      periodId,
      key,
      nowMs,
    );
    return this.used(periodId, nowMs);
  }

  /** The run failed: the call is given back, unless it was committed. Returns the calls used. */
  release(key: string, periodId: string, nowMs: number): number {
    this.#sql.exec(
      "UPDATE calls SET state = 'released', at = ? WHERE period = ? AND key = ? AND state = 'reserved'",
      nowMs,
      periodId,
      key,
    );
    return this.used(periodId, nowMs);
  }

  /** Calls taken in the period: committed ones and those still running. */
  used(periodId: string, nowMs: number): number {
    this.#releaseExpired(periodId, nowMs);
    const row = this.#sql
      .exec<{ used: number }>(
        "SELECT COUNT(*) AS used FROM calls WHERE period = ? AND state IN ('reserved', 'committed')",
        periodId,
      )
      .one();
    return row.used;
  }

  /** Drops everything, when the account is deleted. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#openTable();
  }

  #openTable(): void {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS calls (
         period TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (period, key)
       ) WITHOUT ROWID`,
    );
  }

  #stateOf(periodId: string, key: string): ReservationState | null {
    const [row] = this.#sql
      .exec<{ state: ReservationState }>(
        "SELECT state FROM calls WHERE period = ? AND key = ?",
        periodId,
        key,
      )
      .toArray();
    return row?.state ?? null;
  }

  /** A call whose run died without a word must not cost the user. */
  #releaseExpired(periodId: string, nowMs: number): void {
    this.#sql.exec(
      "UPDATE calls SET state = 'released' WHERE period = ? AND state = 'reserved' AND at < ?",
      periodId,
      nowMs - RESERVATION_TTL_MS,
    );
  }

  #forgetOld(periodId: string, nowMs: number): void {
    this.#sql.exec("DELETE FROM calls WHERE period <> ? AND at < ?", periodId, nowMs - KEPT_MS);
  }
}
