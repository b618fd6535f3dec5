import type { Tier } from "#contract/account.ts";
import { retentionHours } from "#contract/retention.ts";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { HOUR_MS } from "#worker/time.ts";
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
type QuotaCall = {
  /** `unconfirmed`: more calls need a confirmed address. */
  reserve(): Promise<CallOutcome | { outcome: "unconfirmed" }>;
  commit(): Promise<CallOutcome>;
  complete(): Promise<number>;
  release(): Promise<void>;
  abandon(): Promise<void>;
};

/** Whose calls are counted, as the account and the plan say now. */
type CountedUser = { userId: string; email: string; emailVerified: boolean };
type CountedPlan = { tier: Tier; callLimit: number | null; period: QuotaPeriod };

export type Quotas = {
  of(user: CountedUser, plan: CountedPlan): UserQuota;
  /** Calls taken in a paid period, which is counted by account. */
  usedByAccount(userId: string, periodId: string): Promise<number>;
  /** Before an account is deleted: no counter names the user any more, and the count of the mailbox stands. */
  clear(userId: string, email: string): Promise<void>;
};

type Parts = {
  counters: DurableObjectNamespace<QuotaCounter>;
  /** Names a mailbox without giving its address away; the same however the address is written. */
  mailboxKey: (email: string) => string;
  /** False where no mail can be sent: then nobody could confirm an address. */
  canConfirm: boolean;
  nowMs: () => number;
};

const MAILBOX_COUNTER_MARGIN_MS = retentionHours.freeQuota * HOUR_MS;

/**
 * Whose counter a call goes to, and its limit. Paid calls count by account; free ones by mailbox, so that deleting an
 * account renews nothing. A mailbox's counter outlives the account until the month ends.
 */
export function openQuotas({ counters, mailboxKey, canConfirm, nowMs }: Parts): Quotas {
  const named = (name: string) => counters.get(counters.idFromName(name));
  const ofMailbox = (email: string) => named(`mailbox:${mailboxKey(email)}`);
  return {
    of({ userId, email, emailVerified }, { tier, callLimit, period }) {
      const isFree = tier === "free";
      return openUserQuota({
        counter: isFree ? ofMailbox(email) : named(userId),
        userId,
        limit: callLimit,
        unconfirmedLimit: isFree && !emailVerified && canConfirm ? UNCONFIRMED_CALL_LIMIT : null,
        period,
        sharedUntilMs: isFree ? Date.parse(period.endsAt) + MAILBOX_COUNTER_MARGIN_MS : null,
        nowMs,
      });
    },
    usedByAccount: async (userId, periodId) => named(userId).used(periodId, nowMs()),
    async clear(userId, email) {
      await ofMailbox(email).anonymise(keyPrefixOf(userId));
      await named(userId).clear();
    },
  };
}

type QuotaParts = {
  counter: DurableObjectStub<QuotaCounter>;
  userId: string;
  limit: number | null;
  /** The limit until the address is confirmed; null where it is, or need not be. */
  unconfirmedLimit: number | null;
  period: QuotaPeriod;
  /** When a mailbox's counter, which others may share, is deleted; null for an account's own. */
  sharedUntilMs: number | null;
  nowMs: () => number;
};

function openUserQuota(parts: QuotaParts): UserQuota {
  const { counter, userId, limit, unconfirmedLimit, period, sharedUntilMs, nowMs } = parts;
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
        deletedAtMs: sharedUntilMs,
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
    clear: async () => (sharedUntilMs === null ? counter.clear() : counter.anonymise(keyPrefixOf(userId))),
  };
}

/** What the keys of a user's calls begin with, in a counter they may share. */
function keyPrefixOf(userId: string): string {
  return `${userId} `;
}
