import { eq } from "drizzle-orm";
import type { ZodType } from "zod";
import { emailSchema, fullNameSchema, type SignUpRequest } from "#contract/account.ts";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import { alreadyRegisteredMail } from "../mail/account-mails.ts";
import { sendMail } from "../mail/send-mail.ts";
import { requireAcceptablePassword } from "../password/password-policy.ts";
import type { Client } from "../sessions/client.ts";
import type { OpenedSession } from "../sessions/session.ts";
import { createAccountStatements, enterNewAccount } from "./paid-account.ts";

/** The message for a taken address. It is worded so that it does not reveal whether the account exists. */
const NOT_CREATED_MESSAGE =
  "We could not create this account. If you already have one, please sign in or reset your password.";

/**
 * Creates an account and signs in. Throws `missing_fields`, `invalid_request`, the errors of
 * `requireAcceptablePassword`, `conflict` for a taken address, whose owner is emailed, and `rate_limited` for a network
 * that has tried many taken addresses.
 */
export async function signUp(
  accounts: AccountDeps,
  request: SignUpRequest,
  client: Client,
): Promise<OpenedSession> {
  if (!request.email.trim() || !request.password || !request.fullName)
    throw new AppError("missing_fields", "Please enter your full name, email and password.");
  const email = parsed(emailSchema, request.email, "email");
  const fullName = parsed(fullNameSchema, request.fullName, "fullName");
  requireAcceptablePassword(request.password, "sign-up");
  if (await isRegistered(accounts, email)) await refuseTaken(accounts, email, client);
  // Once a network has tried too many taken addresses, free addresses are refused too, so it learns nothing
  // more.
  await accounts.checkRateLimit("takenAddress", client.network);
  return createAccount(accounts, { ...request, email, fullName }, client);
}

/**
 * Refuses a taken address and emails its owner. The rate limit counts and decides in one step, so parallel
 * sign-ups cannot probe more addresses than it allows.
 */
async function refuseTaken(accounts: AccountDeps, email: string, { network }: Client): Promise<never> {
  await accounts.enforceRateLimit("takenAddress", network);
  accounts.inBackground(mailOwner(accounts, email));
  throw new AppError("conflict", NOT_CREATED_MESSAGE);
}

async function createAccount(
  accounts: AccountDeps,
  { email, password, fullName }: SignUpRequest,
  client: Client,
): Promise<OpenedSession> {
  const person = { email, password, fullName, isEmailVerified: false };
  const { userId, writes } = await createAccountStatements(accounts, person);
  try {
    await accounts.db.batch(writes);
  } catch (error) {
    // The batch fails if another sign-up with this address finished first.
    if (!(await isRegistered(accounts, email))) throw error;
    return refuseTaken(accounts, email, client);
  }
  return enterNewAccount(accounts, userId, client);
}

function parsed<Output>(schema: ZodType<Output>, text: string, field: string): Output {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? "This name cannot be used.";
  throw new AppError("invalid_request", message, { fields: { [field]: message } });
}

async function mailOwner(accounts: AccountDeps, email: string): Promise<void> {
  const write = () => alreadyRegisteredMail(email, `${accounts.origin}/auth/forgot-password`);
  await sendMail(accounts, email, "already-registered", write);
}

async function isRegistered({ db }: AccountDeps, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  return rows.length > 0;
}
