import { DurableObject } from "cloudflare:workers";
import { retentionDays } from "#contract/retention.ts";
import type { RateRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { type Bucket, takeTokens } from "./rate-limiter.ts";

/** How long a reserved call may stay undecided before it is free again; longer than the slowest analysis. */
const RESERVATION_TTL_MS = 120_000;

/** Longer than any period: one that comes back (a dispute that is won, a month left and taken up again) still counts. */
const PERIOD_MEMORY_MS = retentionDays.callPeriod * DAY_MS;
/** Keys of failed calls are still recognised this long; so are a mailbox's of the month before. */
const KEY_MEMORY_MS = DAY_MS;

/** A quota period: its name is unique per user ("2026-11" for the free calendar month) and starts the count anew. */
export type QuotaPeriod = { id: string; endsAt: string };

export type CountedCall = {
  /** Begins with the person: accounts of one mailbox share a counter. */
  key: string;
  person: string;
  /** What the call is for; a key belongs to one ticker. */
  symbol: string;
  period: QuotaPeriod;
  /** Null is unlimited. */
  limit: number | null;
  /** How often calls may be taken, whatever becomes of them. */
  rate: RateRule;
  /** When the whole counter is deleted; null: with its account, or long after its last call. */
  deletedAtMs: number | null;
};

export type StoredCall = { key: string; symbol: string; atMs: number };
type RestoredPeriod = Pick<CountedCall, "period" | "deletedAtMs">;

/**
 * `granted`: its key is another one where the person already has a call for the ticker on its way, which then is this call too.
 * `limited`: too many calls one after another. `conflict`: the key belongs to another ticker. `gone`: nobody holds such a call,
 * as after a deletion.
 */
export type CallOutcome =
  | { outcome: "granted"; key: string; used: number; isCompleted: boolean }
  | { outcome: "spent"; used: number }
  | { outcome: "limited"; retryAfterSeconds: number }
  | { outcome: "conflict" }
  | { outcome: "gone" };

/** `committed`: content may leave. `completed`: the prediction is stored, which nothing takes back. */
type CallState = "reserved" | "committed" | "completed" | "released";

type CallRow = { key: string; period: string; symbol: string; state: CallState };

/**
 * Counts calls in a period. Decisions are synchronous SQL inside one object, so parallel calls cannot pass the limit
 * together. Each method may be repeated, and the count survives eviction and restart.
 */
export class QuotaCounter extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  /** Not asked again while the object lives. */
  #hasTable = false;
  #alarmAtMs: number | null = null;
  /** In memory alone, so that a call costs one row; a new object begins with the calls that it finds. */
  #bucket: Bucket | undefined;

  /** Takes one call of the period, once for each key. A released key may be reserved again. */
  async reserve(call: CountedCall, nowMs: number): Promise<CallOutcome> {
    return (await this.#take(call, "reserved", nowMs)).answer;
  }

  /** Reserves and commits at once a call whose answer is at hand: one row instead of two. */
  async take(call: CountedCall, nowMs: number): Promise<CallOutcome> {
    const { answer, known } = await this.#take(call, "committed", nowMs);
    // One of this key that was only reserved is committed as well.
    return answer.outcome === "granted" && known === "reserved"
      ? this.commit({ ...call, key: answer.key }, nowMs)
      : answer;
  }

  async #take(
    call: CountedCall,
    state: "reserved" | "committed",
    nowMs: number,
  ): Promise<{ answer: CallOutcome; known?: CallState }> {
    this.#openTable();
    this.#deleteOld(call, nowMs);
    const { verdict, bucket } = takeTokens(this.#bucketOf(call, nowMs), call.rate, { cost: 1, nowMs });
    this.#bucket = bucket ?? this.#bucket;
    if (!verdict.isAllowed)
      return { answer: { outcome: "limited", retryAfterSeconds: verdict.retryAfterSeconds } };
    const idleUntil = Math.max(Date.parse(call.period.endsAt), nowMs) + PERIOD_MEMORY_MS;
    await this.#setAlarm(call.deletedAtMs ?? idleUntil);
    const named = this.#find(call.key, nowMs);
    if (named && named.symbol !== call.symbol) return { answer: { outcome: "conflict" } };
    const used = this.used(call.period.id, nowMs);
    const known = named && named.state !== "released" ? named : this.#onItsWay(call, nowMs);
    if (known) {
      const { key, state } = known;
      return {
        answer: { outcome: "granted", key, used, isCompleted: state === "completed" },
        known: state,
      };
    }
    if (call.limit !== null && used >= call.limit) return { answer: { outcome: "spent", used } };
    if (named) this.#sql.exec("DELETE FROM calls WHERE period = ? AND key = ?", named.period, call.key);
    this.#sql.exec(
      "INSERT INTO calls (period, key, symbol, state, at) VALUES (?, ?, ?, ?, ?)",
      call.period.id,
      call.key,
      call.symbol,
      state,
      nowMs,
    );
    return { answer: { outcome: "granted", key: call.key, used: used + 1, isCompleted: false } };
  }

  /** Counts a reserved call before its content leaves. One that was released meanwhile must fit into the limit again. */
  commit({ key, period, limit }: CountedCall, nowMs: number): CallOutcome {
    const known = this.#find(key, nowMs);
    if (!known) return { outcome: "gone" };
    const used = this.used(period.id, nowMs);
    if (known.state === "released" && limit !== null && used >= limit) return { outcome: "spent", used };
    if (known.state !== "completed") this.#setState(known, key, "committed", nowMs);
    return {
      outcome: "granted",
      key,
      used: this.used(period.id, nowMs),
      isCompleted: known.state === "completed",
    };
  }

  /** The prediction is stored: the call counts for good. Returns the calls used. */
  complete({ key, period }: CountedCall, nowMs: number): number {
    const known = this.#find(key, nowMs);
    if (known) this.#setState(known, key, "completed", nowMs);
    return this.used(period.id, nowMs);
  }

  /** Calls of the period whose predictions are stored, for a counter that was lost. Known ones stay as they are. */
  async restore(calls: readonly StoredCall[], { period, deletedAtMs }: RestoredPeriod): Promise<void> {
    this.#openTable();
    for (const { key, symbol, atMs } of calls)
      this.#sql.exec(
        "INSERT OR IGNORE INTO calls (period, key, symbol, state, at) VALUES (?, ?, ?, 'completed', ?)",
        period.id,
        key,
        symbol,
        atMs,
      );
    await this.#setAlarm(deletedAtMs ?? Date.parse(period.endsAt) + PERIOD_MEMORY_MS);
  }

  /** The run failed: the call does not count, unless its prediction is stored. */
  release(key: string, nowMs: number): void {
    this.#giveUp(key, ["reserved", "committed"], nowMs);
  }

  /** The listener left: the call does not count, unless content had left before. */
  abandon(key: string, nowMs: number): void {
    this.#giveUp(key, ["reserved"], nowMs);
  }

  /** Calls taken in the period: counted ones and those still running. */
  used(periodId: string, nowMs: number): number {
    if (!this.#isOpen()) return 0;
    return this.#sql
      .exec<{ used: number }>(
        `SELECT COUNT(*) AS used FROM calls
         WHERE period = ? AND state <> 'released' AND (state <> 'reserved' OR at >= ?)`,
        periodId,
        nowMs - RESERVATION_TTL_MS,
      )
      .one().used;
  }

  /** Whether any call of the period, or one of this key, stands here in whatever state. */
  hasCalls(periodId: string, key: string | null): boolean {
    if (!this.#isOpen()) return false;
    const found = this.#sql.exec("SELECT 1 FROM calls WHERE period = ? OR key = ? LIMIT 1", periodId, key);
    return found.toArray().length > 0;
  }

  anonymise(owner: string): void {
    if (!this.#isOpen()) return;
    this.#sql.exec(
      "UPDATE calls SET key = lower(hex(randomblob(16))), symbol = '' WHERE substr(key, 1, ?) = ?",
      owner.length,
      owner,
    );
  }

  #bucketOf({ rate }: CountedCall, nowMs: number): Bucket {
    if (this.#bucket) return this.#bucket;
    const since = nowMs - rate.perSeconds * 1000;
    const recent = this.#sql
      .exec<{ n: number }>("SELECT COUNT(*) AS n FROM calls WHERE at > ?", since)
      .one().n;
    return { tokens: Math.max(0, rate.capacity - recent), at: nowMs };
  }

  async clear(): Promise<void> {
    this.#hasTable = false;
    this.#alarmAtMs = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Every reservation puts this off: the last period is over, and for an account's own counter long over. */
  override async alarm(): Promise<void> {
    await this.clear();
  }

  /** Writes only what changes: a set alarm is billed as a row. */
  async #setAlarm(atMs: number): Promise<void> {
    const { storage } = this.ctx;
    if (this.#alarmAtMs === atMs) return;
    if ((await storage.getAlarm()) !== atMs) await storage.setAlarm(atMs);
    this.#alarmAtMs = atMs;
  }

  /** Opened at the first reservation: reading a count stores nothing. */
  #openTable(): void {
    if (this.#hasTable) return;
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS calls (
         period TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
         symbol TEXT NOT NULL, PRIMARY KEY (period, key)
       ) WITHOUT ROWID`,
    );
    this.#hasTable = true;
  }

  #isOpen(): boolean {
    const table = "SELECT 1 FROM sqlite_master WHERE name = 'calls'";
    this.#hasTable ||= this.#sql.exec(table).toArray().length > 0;
    return this.#hasTable;
  }

  /**
   * A key may stand in an earlier period: a run that crosses the month's end counts once, where it began. Looked for in each
   * period by the primary key.
   */
  #find(key: string, nowMs: number): CallRow | null {
    if (!this.#isOpen()) return null;
    this.#releaseExpired(nowMs);
    const [row] = this.#sql
      .exec<CallRow>(
        `WITH RECURSIVE periods (id) AS (
           SELECT min(period) FROM calls
           UNION ALL
           SELECT (SELECT min(period) FROM calls WHERE period > id) FROM periods WHERE id IS NOT NULL
         )
         SELECT period, key, symbol, state FROM periods JOIN calls ON period = id AND key = ? ORDER BY at DESC`,
        key,
      )
      .toArray();
    return row ?? null;
  }

  /** The person's call for the ticker that runs, or ended so lately that its prediction was not found yet. */
  #onItsWay({ person, period, symbol }: CountedCall, nowMs: number): CallRow | null {
    const [row] = this.#sql
      .exec<CallRow>(
        `SELECT period, key, symbol, state FROM calls
         WHERE period = ? AND symbol = ? AND state <> 'released' AND at >= ? AND substr(key, 1, ?) = ?
         ORDER BY at DESC`,
        period.id,
        symbol,
        nowMs - RESERVATION_TTL_MS,
        person.length,
        person,
      )
      .toArray();
    return row ?? null;
  }

  #setState({ period }: CallRow, key: string, state: CallState, nowMs: number): void {
    this.#sql.exec(
      "UPDATE calls SET state = ?, at = ? WHERE period = ? AND key = ? AND state <> ?",
      state,
      nowMs,
      period,
      key,
      state,
    );
  }

  #giveUp(key: string, states: readonly CallState[], nowMs: number): void {
    const known = this.#find(key, nowMs);
    if (known && states.includes(known.state)) this.#setState(known, key, "released", nowMs);
  }

  /** A call whose run died before any content left must not cost the user. */
  #releaseExpired(nowMs: number): void {
    this.#sql.exec(
      "UPDATE calls SET state = 'released' WHERE state = 'reserved' AND at < ?",
      nowMs - RESERVATION_TTL_MS,
    );
  }

  #deleteOld({ period, deletedAtMs }: CountedCall, nowMs: number): void {
    const memoryMs = deletedAtMs === null ? PERIOD_MEMORY_MS : KEY_MEMORY_MS;
    this.#sql.exec("DELETE FROM calls WHERE period <> ? AND at < ?", period.id, nowMs - memoryMs);
    this.#sql.exec("DELETE FROM calls WHERE state = 'released' AND at < ?", nowMs - KEY_MEMORY_MS);
  }
}
