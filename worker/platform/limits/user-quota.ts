import type { Tier } from "#contract/account.ts";
import { calendarDay } from "#contract/format.ts";
import { retentionHours } from "#contract/retention.ts";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import { AppError } from "../errors.ts";
import { durableObjectStub } from "../objects.ts";
import type { CallOutcome, CountedCall, QuotaCounter, QuotaPeriod, StoredCall } from "./quota-counter.ts";
import { bucketRule, rateLimitError } from "./rate-limiter.ts";

export type UserQuota = {
  limit: number | null;
  period: QuotaPeriod;
  used(): Promise<number>;
  call(requestKey: string, symbol: string): QuotaCall;
  /** Rebuilds a lost counter. The `key` of each stored call is the key of its request. Safe to repeat. */
  restore(calls: readonly StoredCall[]): Promise<void>;
  clear(): Promise<void>;
};

/**
 * A call that may go on. `requestKey` may be that of another request: the person's running call for the same
 * ticker, which both requests then share.
 */
type GrantedCall = { requestKey: string; used: number; isCompleted: boolean };

/**
 * The steps of one call, as in `QuotaCounter`. Of the requests that share a call, only the one that began it
 * can release it. A refused step throws `quota_exceeded`, `email_unconfirmed`, `conflict`, `rate_limited`, or
 * `unauthenticated` for a deleted account.
 */
export type QuotaCall = {
  reserve(): Promise<GrantedCall>;
  take(): Promise<GrantedCall>;
  commit(): Promise<GrantedCall>;
  complete(): Promise<number>;
  repeat(): Promise<GrantedCall>;
  release(): Promise<void>;
  abandon(): Promise<void>;
};

type CountedUser = { userId: string; email: string; emailVerified: boolean };
type CountedPlan = { tier: Tier; callLimit: number | null; period: QuotaPeriod };

export type Quotas = {
  of(user: CountedUser, plan: CountedPlan): UserQuota;
  usedByAccount(userId: string, periodId: string): Promise<number>;
  /**
   * Deletes an account's counter before the account is deleted. The count of its mailbox stays, without the
   * account's id and tickers.
   */
  clear(userId: string, email: string): Promise<void>;
};

type Parts = {
  counters: DurableObjectNamespace<QuotaCounter>;
  /**
   * Returns a keyed hash of the mailbox under each secret, the current secret's first. All spellings of an
   * address give the same hashes.
   */
  mailboxKeys: (email: string) => string[];
  /** False when no mail can be sent, so that nobody could confirm an address. */
  canConfirm: boolean;
  nowMs: () => number;
};

const MAILBOX_COUNTER_MARGIN_MS = retentionHours.freeQuota * HOUR_MS;

/**
 * Returns the quotas. Paid calls are counted per account. Free calls are counted per mailbox until the end of
 * the month, so deleting an account and creating it again renews nothing.
 */
export function openQuotas({ counters, mailboxKeys, canConfirm, nowMs }: Parts): Quotas {
  const named = (name: string) => durableObjectStub(counters, name);
  const ofMailbox = (email: string) => mailboxKeys(email).map((key) => named(`mailbox:${key}`));
  return {
    of({ userId, email, emailVerified }, { tier, callLimit, period }) {
      const isFree = tier === "free";
      return openUserQuota({
        counters: isFree ? ofMailbox(email) : [named(userId)],
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
      for (const counter of ofMailbox(email)) await counter.anonymize(keyPrefixOf(userId));
      await named(userId).clear();
    },
  };
}

type QuotaParts = {
  /** The counter to use and, for a mailbox, those under older secrets. The current secret's comes first. */
  counters: readonly DurableObjectStub<QuotaCounter>[];
  userId: string;
  limit: number | null;
  unconfirmedLimit: number | null;
  period: QuotaPeriod;
  /** When a mailbox's counter, which several accounts may share, is deleted. Null for an account's own counter. */
  sharedUntilMs: number | null;
  nowMs: () => number;
};

function openUserQuota(parts: QuotaParts): UserQuota {
  const { counters, userId, limit, unconfirmedLimit, period, sharedUntilMs, nowMs } = parts;
  const allowed = unconfirmedLimit === null ? limit : Math.min(unconfirmedLimit, limit ?? unconfirmedLimit);
  return {
    limit,
    period,
    used: async () => (await counterOf(counters, period, null)).used(period.id, nowMs()),
    call(requestKey, symbol) {
      const person = keyPrefixOf(userId);
      const ownKey = person + requestKey;
      const call: CountedCall = {
        key: ownKey,
        person,
        symbol,
        period,
        limit: allowed,
        rate: bucketRule("analyze"),
        deletedAtMs: sharedUntilMs,
      };
      // The counter is chosen once per call, so that every step uses the same one.
      let chosen: ReturnType<typeof counterOf> | undefined;
      const counter = () => (chosen ??= counterOf(counters, period, ownKey));
      const granted = (answer: CallOutcome): GrantedCall => {
        if (answer.outcome !== "granted") throw refusal(answer, parts);
        call.key = answer.key;
        return { ...answer, requestKey: answer.key.slice(person.length) };
      };
      const isOwn = () => call.key === ownKey;
      return {
        reserve: async () => granted(await (await counter()).reserve(call, nowMs())),
        take: async () => granted(await (await counter()).take(call, nowMs())),
        commit: async () => granted(await (await counter()).commit(call, nowMs())),
        complete: async () => (await counter()).complete(call, nowMs()),
        repeat: async () => granted(await (await counter()).repeat(call, nowMs())),
        release: async () => (isOwn() ? (await counter()).release(ownKey, nowMs()) : undefined),
        abandon: async () => (isOwn() ? (await counter()).abandon(ownKey, nowMs()) : undefined),
      };
    },
    async restore(calls) {
      const counter = await counterOf(counters, period, null);
      const named = calls.map((call) => ({ ...call, key: keyPrefixOf(userId) + call.key }));
      await counter.restore(named, { period, deletedAtMs: sharedUntilMs });
    },
    async clear() {
      for (const counter of counters)
        await (sharedUntilMs === null ? counter.clear() : counter.anonymize(keyPrefixOf(userId)));
    },
  };
}

export function keyOfAnotherTicker(): AppError {
  return new AppError(
    "conflict",
    "This Idempotency-Key belongs to the analysis of another ticker. Send a new key with a new request.",
  );
}

function refusal(
  answer: Exclude<CallOutcome, { outcome: "granted" }>,
  { limit, unconfirmedLimit, period, nowMs }: QuotaParts,
): AppError {
  switch (answer.outcome) {
    case "limited":
      return rateLimitError("analyze", answer.retryAfterSeconds);
    case "conflict":
      return keyOfAnotherTicker();
    case "gone":
      return new AppError("unauthenticated", "This account has been deleted.");
    case "spent":
      return unconfirmedLimit !== null && (limit === null || answer.used < limit)
        ? new AppError(
            "email_unconfirmed",
            "Please confirm your email address before your next analysis: open the link we emailed you.",
          )
        : quotaSpent(limit, period, nowMs());
  }
}

function quotaSpent(limit: number | null, { endsAt }: QuotaPeriod, nowMs: number): AppError {
  return new AppError(
    "quota_exceeded",
    `You have used all ${limit} analyses for this period. More are available on ${calendarDay(endsAt)} (UTC), or at once with a larger plan.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs) / 1000)) },
  );
}

/**
 * Returns the counter to use. One under an older secret is used while it has calls of this period, so that
 * rotating secrets renews nobody's quota.
 */
async function counterOf(
  counters: QuotaParts["counters"],
  { id }: QuotaPeriod,
  key: string | null,
): Promise<DurableObjectStub<QuotaCounter>> {
  const [current, ...older] = counters;
  if (!current) throw new Error("A quota needs a counter.");
  const hasCalls = await Promise.all(older.map((counter) => counter.hasCalls(id, key)));
  return older.find((_, at) => hasCalls[at]) ?? current;
}

function keyPrefixOf(userId: string): string {
  return `${userId} `;
}
