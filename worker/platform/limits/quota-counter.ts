import { DurableObject } from "cloudflare:workers";
import { retentionDays } from "#contract/retention.ts";
import type { RateRule } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { type Bucket, takeTokens } from "./rate-limiter.ts";

/** Longer than the slowest analysis. */
const RESERVATION_TTL_MS = 120_000;

/** Longer than any period: one that comes back (a won dispute, a resumed month) still counts. */
const PERIOD_MEMORY_MS = retentionDays.callPeriod * DAY_MS;
/** For failed calls' keys, and a mailbox's of last month. */
const KEY_MEMORY_MS = DAY_MS;

/** Unique per user ("2026-11" for the free calendar month). */
export type QuotaPeriod = { id: string; endsAt: string };

export type CountedCall = {
  /** Begins with the person: accounts of one mailbox share a counter. */
  key: string;
  person: string;
  /** A key belongs to one ticker. */
  symbol: string;
  period: QuotaPeriod;
  limit: number | null;
  /** Of calls taken, whatever becomes of them. */
  rate: RateRule;
  /** Null: with its account, or long after its last call. */
  deletedAtMs: number | null;
};

export type StoredCall = { key: string; symbol: string; atMs: number };
type RestoredPeriod = Pick<CountedCall, "period" | "deletedAtMs">;

/**
 * `granted`: may be another key, of the person's running call for the ticker. `limited`: too many in a row.
 * `conflict`: another ticker's key. `gone`: nobody holds such a call, as after a deletion.
 */
export type CallOutcome =
  | { outcome: "granted"; key: string; used: number; isCompleted: boolean }
  | { outcome: "spent"; used: number }
  | { outcome: "limited"; retryAfterSeconds: number }
  | { outcome: "conflict" }
  | { outcome: "gone" };

/** `committed`: content may leave. `completed`: the prediction is stored, for good. */
type CallState = "reserved" | "committed" | "completed" | "released";

type CallRow = { key: string; period: string; symbol: string; state: CallState };

/**
 * Synchronous SQL inside one object: parallel calls cannot pass the limit together. Each method may be
 * repeated; counts survive eviction.
 */
export class QuotaCounter extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #hasTable = false;
  #alarmAtMs: number | null = null;
  /** In memory, so that a call costs one row; a new object begins with the calls it finds. */
  #bucket: Bucket | undefined;

  /** Once a key. A released one may be reserved again. */
  async reserve(call: CountedCall, nowMs: number): Promise<CallOutcome> {
    return (await this.#take(call, "reserved", nowMs)).answer;
  }

  /** One row instead of two. */
  async take(call: CountedCall, nowMs: number): Promise<CallOutcome> {
    const { answer, known } = await this.#take(call, "committed", nowMs);
    // One only reserved is committed as well.
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

  /** Before content leaves. A call released meanwhile must fit into the limit again. */
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

  /** The call counts for good. Returns calls used. */
  complete({ key, period }: CountedCall, nowMs: number): number {
    const known = this.#find(key, nowMs);
    if (known) this.#setState(known, key, "completed", nowMs);
    return this.used(period.id, nowMs);
  }

  /** Answered again: no call, but one of its rate. */
  repeat(call: CountedCall, nowMs: number): CallOutcome {
    const limited = this.#takeToken(call, nowMs);
    if (limited) return limited;
    return { outcome: "granted", key: call.key, used: this.complete(call, nowMs), isCompleted: true };
  }

  /** For a lost counter. Known calls stay. */
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

  /** The run failed: not counted, unless its prediction is stored. */
  release(key: string, nowMs: number): void {
    this.#giveUp(key, ["reserved", "committed"], nowMs);
  }

  /** The listener left: not counted, unless content had left. */
  abandon(key: string, nowMs: number): void {
    this.#giveUp(key, ["reserved"], nowMs);
  }

  /** Counted and still running. */
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
    const found = this.#sql.exec("SELECT 1 FROM calls WHERE period = ? OR key = ? LIMIT 1", periodId, key);
    return found.toArray().length > 0;
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

  /** Every reservation puts this off beyond its period. */
  override async alarm(): Promise<void> {
    await this.clear();
  }

  /** Only changes: a set alarm is billed as a row. */
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

  /** A run across the month's end counts once, where it began. */
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

  /** Running, or ended so lately that its prediction was not found yet. */
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

  /** A run that died before content left must not cost the user. */
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
