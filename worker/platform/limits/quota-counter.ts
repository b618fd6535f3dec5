import { DurableObject } from "cloudflare:workers";
import { retentionDays } from "#contract/retention.ts";
import type { RateLimitRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { type Bucket, takeTokens } from "./rate-limiter.ts";

/** How long a reservation lasts. It is longer than the slowest analysis takes. */
const RESERVATION_TTL_MS = 120_000;

/**
 * How long the calls of an earlier period are kept. It is longer than any period, so that a period that becomes
 * current again after a won dispute or a resumed subscription still has its calls.
 */
const PERIOD_MEMORY_MS = retentionDays.callPeriod * DAY_MS;
/** How long failed calls are kept, and a mailbox's calls of the previous month. */
const KEY_MEMORY_MS = DAY_MS;

/**
 * A period in which calls are counted. The id is unique per user, for example "2026-11" for a free calendar
 * month.
 */
export type QuotaPeriod = { id: string; endsAt: string };

export type CountedCall = {
  /**
   * Identifies the call. It begins with the person's id, because accounts with the same mailbox share a
   * counter.
   */
  key: string;
  person: string;
  /** A key is valid for one ticker only. */
  symbol: string;
  period: QuotaPeriod;
  limit: number | null;
  /** The limit on calls in a short time. It counts every call that was started, however it ended. */
  rate: RateLimitRule;
  /** When the counter deletes itself. Null when it is deleted with its account, or long after its last call. */
  deletedAtMs: number | null;
};

export type StoredCall = { key: string; symbol: string; atMs: number };
type RestoredPeriod = Pick<CountedCall, "period" | "deletedAtMs">;

/**
 * The result of a step. `granted`: the call may go on; `key` may be that of the person's running call for the
 * same ticker. `spent`: the quota is used up. `limited`: too many calls in a short time. `conflict`: the key
 * was used for another ticker. `gone`: the call does not exist anymore, for example after a deletion.
 */
export type CallOutcome =
  | { outcome: "granted"; key: string; used: number; isCompleted: boolean }
  | { outcome: "spent"; used: number }
  | { outcome: "limited"; retryAfterSeconds: number }
  | { outcome: "conflict" }
  | { outcome: "gone" };

/**
 * `reserved`: the call is running. `committed`: content may be sent. `completed`: the prediction is stored,
 * which is final. `released`: the call failed and is not counted.
 */
type CallState = "reserved" | "committed" | "completed" | "released";

type CallRow = { key: string; period: string; symbol: string; state: CallState };

/**
 * Counts the calls of an account or a mailbox. SQL inside one object is synchronous, so parallel calls cannot
 * exceed the limit. Each method may be called again with the same arguments, and the counts survive the
 * object's eviction from memory.
 */
export class QuotaCounter extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #hasTable = false;
  #alarmAtMs: number | null = null;
  /**
   * The token bucket for `rate`. It is kept only in memory, which saves writing a row per call. A new object
   * computes it from the calls that are stored.
   */
  #bucket: Bucket | undefined;

  /** Reserves a call. Reserving a key again counts no second call, unless it was released. */
  async reserve(call: CountedCall, nowMs: number): Promise<CallOutcome> {
    return (await this.#take(call, "reserved", nowMs)).answer;
  }

  /** Reserves and commits a call in one step, which writes one row instead of two. */
  async take(call: CountedCall, nowMs: number): Promise<CallOutcome> {
    const { answer, known } = await this.#take(call, "committed", nowMs);
    // A call that an earlier request had only reserved is committed now.
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
    const limited = this.#takeToken(call, nowMs);
    if (limited) return { answer: limited };
    const idleUntil = Math.max(Date.parse(call.period.endsAt), nowMs) + PERIOD_MEMORY_MS;
    await this.#setAlarm(call.deletedAtMs ?? idleUntil);
    const named = this.#find(call.key, nowMs);
    if (named && named.symbol !== call.symbol) return { answer: { outcome: "conflict" } };
    const used = this.used(call.period.id, nowMs);
    const storedCall = named && named.state !== "released" ? named : this.#onItsWay(call, nowMs);
    if (storedCall) {
      const { key, state } = storedCall;
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

  /**
   * Marks a call as one whose content is sent. Must be called before any content is sent. If the call was
   * released in the meantime, it must fit into the limit again.
   */
  commit({ key, period, limit }: CountedCall, nowMs: number): CallOutcome {
    const storedCall = this.#find(key, nowMs);
    if (!storedCall) return { outcome: "gone" };
    const used = this.used(period.id, nowMs);
    if (storedCall.state === "released" && limit !== null && used >= limit) return { outcome: "spent", used };
    if (storedCall.state !== "completed") this.#setState(storedCall, key, "committed", nowMs);
    return {
      outcome: "granted",
      key,
      used: this.used(period.id, nowMs),
      isCompleted: storedCall.state === "completed",
    };
  }

  /** Counts the call for good and returns the number of calls used. */
  complete({ key, period }: CountedCall, nowMs: number): number {
    const storedCall = this.#find(key, nowMs);
    if (storedCall) this.#setState(storedCall, key, "completed", nowMs);
    return this.used(period.id, nowMs);
  }

  /** Counts a request whose stored answer is sent again: it takes a token of the rate but no call of the quota. */
  repeat(call: CountedCall, nowMs: number): CallOutcome {
    const limited = this.#takeToken(call, nowMs);
    if (limited) return limited;
    return { outcome: "granted", key: call.key, used: this.complete(call, nowMs), isCompleted: true };
  }

  /** Rebuilds a lost counter from stored predictions. Calls that it already knows stay as they are. */
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

  /** Releases a call whose run failed, so it is not counted, unless its prediction is stored. */
  release(key: string, nowMs: number): void {
    this.#giveUp(key, ["reserved", "committed"], nowMs);
  }

  /** Releases a call whose client disconnected, so it is not counted, unless content was already sent. */
  abandon(key: string, nowMs: number): void {
    this.#giveUp(key, ["reserved"], nowMs);
  }

  /** Returns how many calls of a period are counted or running. */
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

  hasCalls(periodId: string, key: string | null): boolean {
    if (!this.#isOpen()) return false;
    const calls = this.#sql.exec("SELECT 1 FROM calls WHERE period = ? OR key = ? LIMIT 1", periodId, key);
    return calls.toArray().length > 0;
  }

  anonymize(owner: string): void {
    if (!this.#isOpen()) return;
    this.#sql.exec(
      "UPDATE calls SET key = lower(hex(randomblob(16))), symbol = '' WHERE substr(key, 1, ?) = ?",
      owner.length,
      owner,
    );
  }

  #takeToken(call: CountedCall, nowMs: number): Extract<CallOutcome, { outcome: "limited" }> | null {
    const { verdict, bucket } = takeTokens(this.#bucketOf(call, nowMs), call.rate, { cost: 1, nowMs });
    this.#bucket = bucket ?? this.#bucket;
    return verdict.isAllowed ? null : { outcome: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  }

  #bucketOf({ rate }: CountedCall, nowMs: number): Bucket | undefined {
    if (this.#bucket || !this.#isOpen()) return this.#bucket;
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

  /** Deletes the counter. Each reservation sets the alarm to a time after the end of its period. */
  override async alarm(): Promise<void> {
    await this.clear();
  }

  /** Setting an alarm is billed as a row write, so it is set only when its time changes. */
  async #setAlarm(atMs: number): Promise<void> {
    const { storage } = this.ctx;
    if (this.#alarmAtMs === atMs) return;
    if ((await storage.getAlarm()) !== atMs) await storage.setAlarm(atMs);
    this.#alarmAtMs = atMs;
  }

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
   * Finds a call by its key in any period. So a run that crosses the end of a month is counted once, in the
   * month in which it began.
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

  /**
   * Finds a call of the same person for the same ticker that is running, or that ended so recently that its
   * prediction was not yet found.
   */
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
    const storedCall = this.#find(key, nowMs);
    if (storedCall && states.includes(storedCall.state)) this.#setState(storedCall, key, "released", nowMs);
  }

  /**
   * Releases reservations that are too old. A run that crashed before content was sent must not cost the user a
   * call.
   */
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
