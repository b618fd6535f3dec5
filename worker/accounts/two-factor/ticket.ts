import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { TwoFactorVerifyRequest } from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { oneTimeLinks } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { requirePasskeyOf } from "../passkeys/use-passkey.ts";
import { recordEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { type OpenedSession, openSession } from "../sessions/session.ts";
import { hashToken, newToken } from "../sessions/token.ts";
import { requireCode } from "./code.ts";

const TICKET_MS = 5 * 60 * 1000;
/** Then the password is asked again. */
const MAX_ATTEMPTS = 5;

/** It stands for nothing but trying a code. */
export async function openTicket({ db, now }: Accounts, userId: string): Promise<string> {
  const ticket = newToken();
  const expiresAt = new Date(now().getTime() + TICKET_MS);
  await db
    .insert(oneTimeLinks)
    .values({ tokenHash: await hashToken(ticket), purpose: "sign-in", userId, expiresAt });
  return ticket;
}

/**
 * Before the code is looked at: parallel tries cannot pass the budget. Throws `unauthenticated` when wrong,
 * expired or used up.
 */
async function takeAttempt({ db, now }: Accounts, ticket: string): Promise<string> {
  const [taken] = await db
    .update(oneTimeLinks)
    .set({ attempts: sql`${oneTimeLinks.attempts} + 1` })
    .where(
      and(
        eq(oneTimeLinks.tokenHash, await hashToken(ticket)),
        eq(oneTimeLinks.purpose, "sign-in"),
        lt(oneTimeLinks.attempts, MAX_ATTEMPTS),
        gt(oneTimeLinks.expiresAt, now()),
      ),
    )
    .returning({ userId: oneTimeLinks.userId });
  if (!taken?.userId)
    throw new AppError("unauthenticated", "This sign-in has expired. Please sign in again.");
  return taken.userId;
}

export async function closeTicket({ db }: Accounts, ticket: string): Promise<boolean> {
  const closed = await db
    .delete(oneTimeLinks)
    .where(eq(oneTimeLinks.tokenHash, await hashToken(ticket)))
    .returning({ userId: oneTimeLinks.userId });
  return closed.length > 0;
}

/**
 * Code, recovery code or passkey. Throws `unauthenticated` for a bad ticket, `wrong_code`, `rate_limited`
 * after ten tries in ten minutes, or what a passkey throws.
 */
export async function verifyTwoFactor(
  accounts: Accounts,
  { ticket, code, passkey }: TwoFactorVerifyRequest,
  client: Client,
): Promise<OpenedSession> {
  const userId = await takeAttempt(accounts, ticket).catch(async (error: unknown) => {
    // Only bad tickets count by network: a neighbor cannot use up the owner's tries.
    await accounts.enforceRateLimit("signInAddress", client.network);
    throw error;
  });
  if (passkey) await requirePasskeyOf(accounts, userId, passkey, client);
  else await requireCode(accounts, userId, code ?? "", client);
  if (!(await closeTicket(accounts, ticket)))
    throw new AppError("unauthenticated", "This sign-in is already complete.");
  const opened = await openSession(accounts, userId, client);
  accounts.inBackground(recordEvent(accounts, userId, "sign_in", client));
  return opened;
}
