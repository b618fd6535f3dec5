import { and, eq, like, lte, notLike, sql } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import { sentNotices } from "#platform/schema/notices.ts";
import { type Delivery, LEASE_MS } from "./delivery.ts";

/** The row of a notice to a person: claimed by one conditional write, so that two ticks cannot both take it. */
export function noticeRow(
  { db, now }: Accounts,
  userId: string,
  notice: string,
): Pick<Delivery, "name" | "claim" | "postpone" | "end"> {
  return {
    name: notice,
    claim: async () => {
      const at = now();
      const taken = { state: "sending", sentAt: at, retryAt: new Date(at.getTime() + LEASE_MS) } as const;
      const [row] = await db
        .insert(sentNotices)
        .values({ userId, notice, ...taken })
        .onConflictDoUpdate({
          target: [sentNotices.userId, sentNotices.notice],
          set: { ...taken, attempts: sql`${sentNotices.attempts} + 1` },
          setWhere: lte(sentNotices.retryAt, at),
        })
        .returning({ attempts: sentNotices.attempts });
      return row?.attempts ?? null;
    },
    postpone: async (ms) => {
      await db
        .update(sentNotices)
        .set({
          state: "retry",
          attempts: sql`${sentNotices.attempts} - 1`,
          retryAt: new Date(now().getTime() + ms),
        })
        .where(and(eq(sentNotices.userId, userId), eq(sentNotices.notice, notice)));
    },
    end: async (state, retryInMs) => {
      const retryAt = retryInMs === null ? null : new Date(now().getTime() + retryInMs);
      await db
        .update(sentNotices)
        .set({ state, retryAt })
        .where(and(eq(sentNotices.userId, userId), eq(sentNotices.notice, notice)));
    },
  };
}

/** Notices of push messages begin with this; every other one is a mail. */
const PUSHES = "push:%";

/**
 * What broke off while it was handed over may have gone out: a carrier that would send it twice gets it no more. By
 * `sent_notices_by_retry`.
 */
export async function giveUpInterrupted({ db, now }: Accounts, kind: "mails" | "pushes"): Promise<void> {
  await db
    .update(sentNotices)
    .set({ state: "unknown", retryAt: null })
    .where(
      and(
        eq(sentNotices.state, "sending"),
        lte(sentNotices.retryAt, now()),
        kind === "pushes" ? like(sentNotices.notice, PUSHES) : notLike(sentNotices.notice, PUSHES),
      ),
    );
}
