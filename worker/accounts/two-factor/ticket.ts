import { and, eq, gt, lt, sql } from "drizzle-orm";
import { oneTimeLinks } from "#db/schema/security.ts";
import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";
import { hashToken, newToken } from "../sessions/token.ts";

const TICKET_MS = 5 * 60 * 1000;
/** Codes that may be tried with one ticket; then the password is asked again. */
const MAX_ATTEMPTS = 5;

/** Opens a ticket for a person whose password was right: it stands for nothing but the right to try a code. */
export async function openTicket({ db, now }: Accounts, userId: string): Promise<string> {
  const ticket = newToken();
  const expiresAt = new Date(now().getTime() + TICKET_MS);
  await db
    .insert(oneTimeLinks)
    .values({ tokenHash: await hashToken(ticket), purpose: "sign-in", userId, expiresAt });
  return ticket;
}

/**
 * Takes one of the ticket's attempts before the code is looked at, so that parallel tries cannot pass the budget
 * together. Answers whose ticket it is. Throws `unauthenticated` for one that is wrong, expired or used up.
 */
export async function takeAttempt({ db, now }: Accounts, ticket: string): Promise<string> {
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
  if (!taken) throw new AppError("unauthenticated", "This sign-in has expired. Please sign in again.");
  return taken.userId;
}

/** Uses the ticket up. Answers false when another call did so first. */
export async function closeTicket({ db }: Accounts, ticket: string): Promise<boolean> {
  const closed = await db
    .delete(oneTimeLinks)
    .where(eq(oneTimeLinks.tokenHash, await hashToken(ticket)))
    .returning({ userId: oneTimeLinks.userId });
  return closed.length > 0;
}
