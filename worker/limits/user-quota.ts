import type { CallOutcome, CountedCall, QuotaCounter, QuotaPeriod } from "./quota-counter.ts";

/** One user's calls in the period that runs for them now. */
export type UserQuota = {
  /** Null is unlimited. */
  limit: number | null;
  period: QuotaPeriod;
  /** Calls taken in the period. */
  used(): Promise<number>;
  /** The call that `requestKey` names, on `symbol`. */
  call(requestKey: string, symbol: string): QuotaCall;
  /** After the account's deletion: nothing in this counter names the user any more. */
  clear(): Promise<void>;
};

/** One call on its way: see `QuotaCounter` for what each step means. */
export type QuotaCall = {
  /** `unconfirmed`: more calls need a confirmed address. */
  reserve(): Promise<CallOutcome | { outcome: "unconfirmed" }>;
  commit(): Promise<CallOutcome>;
  complete(): Promise<number>;
  release(): Promise<void>;
  abandon(): Promise<void>;
};

type Parts = {
  counter: DurableObjectStub<QuotaCounter>;
  userId: string;
  limit: number | null;
  /** The limit until the address is confirmed; null where it is, or need not be. */
  unconfirmedLimit: number | null;
  period: QuotaPeriod;
  /** The counter belongs to a mailbox, not to the account: it outlives the account until this moment. */
  sharedUntil: Date | null;
  nowMs: () => number;
};

/** A user's quota on the counter that holds it. */
export function openUserQuota(parts: Parts): UserQuota {
  const { counter, userId, limit, unconfirmedLimit, period, sharedUntil, nowMs } = parts;
  const allowed = unconfirmedLimit === null ? limit : Math.min(unconfirmedLimit, limit ?? unconfirmedLimit);
  return {
    limit,
    period,
    used: async () => counter.used(period.id, nowMs()),
    call(requestKey, symbol) {
      const call: CountedCall = {
        key: keyPrefixOf(userId) + requestKey,
        symbol,
        period,
        limit: allowed,
        deletedAtMs: sharedUntil?.getTime() ?? null,
      };
      return {
        async reserve() {
          const answer = await counter.reserve(call, nowMs());
          const isUnconfirmed =
            answer.outcome === "spent" &&
            unconfirmedLimit !== null &&
            (limit === null || answer.used < limit);
          return isUnconfirmed ? { outcome: "unconfirmed" } : answer;
        },
        commit: async () => counter.commit(call, nowMs()),
        complete: async () => counter.complete(call, nowMs()),
        release: async () => counter.release(call.key, nowMs()),
        abandon: async () => counter.abandon(call.key, nowMs()),
      };
    },
    clear: async () => (sharedUntil === null ? counter.clear() : counter.anonymise(keyPrefixOf(userId))),
  };
}

/** What the keys of a user's calls begin with, in a counter they may share. */
export function keyPrefixOf(userId: string): string {
  return `${userId} `;
}
