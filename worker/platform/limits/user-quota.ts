import type { Tier } from "#contract/account.ts";
import { calendarDay } from "#contract/format.ts";
import { retentionHours } from "#contract/retention.ts";
import { UNCONFIRMED_CALL_LIMIT } from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import { AppError } from "../errors.ts";
import { objectNamed } from "../objects.ts";
import type { CallOutcome, CountedCall, QuotaCounter, QuotaPeriod, StoredCall } from "./quota-counter.ts";
import { bucketRule, tooFast } from "./rate-limiter.ts";

export type UserQuota = {
  limit: number | null;
  period: QuotaPeriod;
  used(): Promise<number>;
  call(requestKey: string, symbol: string): QuotaCall;
  /** For a lost counter; `key` is the request's. Safe to repeat. */
  restore(calls: readonly StoredCall[]): Promise<void>;
  clear(): Promise<void>;
};

/** `requestKey` may be another, of the person's running call for the ticker: they share it. */
type Granted = { requestKey: string; used: number; isCompleted: boolean };

/**
 * Steps as in `QuotaCounter`. Only the request that began a shared call undoes it. Refusals throw
 * `quota_exceeded`, `email_unconfirmed`, `conflict`, `rate_limited`, or `unauthenticated` for a deleted
 * account.
 */
export type QuotaCall = {
  reserve(): Promise<Granted>;
  take(): Promise<Granted>;
  commit(): Promise<Granted>;
  complete(): Promise<number>;
  repeat(): Promise<Granted>;
  release(): Promise<void>;
  abandon(): Promise<void>;
};

type CountedUser = { userId: string; email: string; emailVerified: boolean };
type CountedPlan = { tier: Tier; callLimit: number | null; period: QuotaPeriod };

export type Quotas = {
  of(user: CountedUser, plan: CountedPlan): UserQuota;
  usedByAccount(userId: string, periodId: string): Promise<number>;
  /** Before deletion; the mailbox's count stands. */
  clear(userId: string, email: string): Promise<void>;
};

type Parts = {
  counters: DurableObjectNamespace<QuotaCounter>;
  /** Hides the address; one for all spellings. The current secret's first. */
  mailboxKeys: (email: string) => string[];
  /** False without mail: nobody could confirm an address. */
  canConfirm: boolean;
  nowMs: () => number;
};

const MAILBOX_COUNTER_MARGIN_MS = retentionHours.freeQuota * HOUR_MS;

/**
 * Paid calls count by account; free ones by mailbox until the month ends: deleting an account renews nothing.
 */
export function openQuotas({ counters, mailboxKeys, canConfirm, nowMs }: Parts): Quotas {
  const named = (name: string) => objectNamed(counters, name);
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
  /** The current secret's first. */
  counters: readonly DurableObjectStub<QuotaCounter>[];
  userId: string;
  limit: number | null;
  unconfirmedLimit: number | null;
  period: QuotaPeriod;
  /** A mailbox's, which others may share; null for an account's own. */
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
        ...{ key: ownKey, person },
        symbol,
        period,
        limit: allowed,
        rate: bucketRule("analyze"),
        deletedAtMs: sharedUntilMs,
      };
      // Once a call: every step finds the same counter.
      let chosen: ReturnType<typeof counterOf> | undefined;
      const counter = () => (chosen ??= counterOf(counters, period, ownKey));
      const granted = (answer: CallOutcome): Granted => {
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
      return tooFast("analyze", answer.retryAfterSeconds);
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

/** An older secret's while it has calls of this period: exchanging secrets renews nobody's. */
async function counterOf(
  counters: QuotaParts["counters"],
  { id }: QuotaPeriod,
  key: string | null,
): Promise<DurableObjectStub<QuotaCounter>> {
  const [current, ...older] = counters;
  if (!current) throw new Error("A quota needs a counter.");
  const known = await Promise.all(older.map((counter) => counter.hasCalls(id, key)));
  return older.find((_, at) => known[at]) ?? current;
}

function keyPrefixOf(userId: string): string {
  return `${userId} `;
}
