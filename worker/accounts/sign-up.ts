import { eq } from "drizzle-orm";
import type { ZodType } from "zod";
import { emailSchema, fullNameSchema, type SignUpRequest } from "#contract/account.ts";
import { users } from "#db/schema/accounts.ts";
import { alreadyRegisteredLetter } from "#mail/account-letters.ts";
import { AppError } from "#worker/errors.ts";
import { requireAcceptable } from "./acceptable-password.ts";
import type { Accounts } from "./accounts.ts";
import { recordEvent } from "./audit.ts";
import type { Client } from "./client.ts";
import { mailConfirmation } from "./confirm-email.ts";
import { isRefusal } from "./refusal.ts";
import { sendLetter } from "./send-letter.ts";
import { notePlace, type OpenedSession } from "./session.ts";

/** Said for a taken address too: the words alone do not tell whose addresses have an account. */
const NOT_CREATED_MESSAGE =
  "We could not create this account. If you already have one, please sign in or reset your password.";

/**
 * Creates an account and opens its first session. A network that has asked for many taken addresses is told nothing of
 * any further one. Throws `missing_fields`, `invalid_request`, `rate_limited`, or what `openAccount` throws.
 */
export async function signUp(
  accounts: Accounts,
  request: SignUpRequest,
  client: Client,
): Promise<OpenedSession> {
  if (!request.email.trim() || !request.password || !request.fullName)
    throw new AppError("missing_fields", "Please enter your full name, email and password.");
  const email = parsed(emailSchema, request.email, "email");
  const fullName = parsed(fullNameSchema, request.fullName, "fullName");
  await requireAcceptable(request.password, "sign-up");
  // Taken before the address is looked up, so that parallel sign-ups cannot ask more; given back when nothing was told.
  await accounts.hold("takenAddress", client.network);
  let isTaken = false;
  try {
    return await openAccount(accounts, { ...request, email, fullName }, client);
  } catch (error) {
    isTaken = error instanceof AppError && error.code === "conflict";
    throw error;
  } finally {
    if (!isTaken) await accounts.restore("takenAddress", client.network);
  }
}

/**
 * Creates an account, opens its first session and mails the confirmation of the address. `email` is checked already.
 * A guest who paid gets an account another way (paid-account.ts), in one write with what was paid for. Throws `password_too_short`, `password_too_long`,
 * `password_too_common`, or `conflict` when the address cannot be used; its owner is told by mail then.
 */
async function openAccount(
  accounts: Accounts,
  { email, password, fullName }: SignUpRequest,
  client: Client,
): Promise<OpenedSession> {
  await requireAcceptable(password, "sign-up");
  const created = await accounts
    .library()
    .api.signUpEmail({
      body: { email, password, name: fullName },
      headers: { "user-agent": client.device },
    })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      accounts.inBackground(mailOwner(accounts, email));
      throw new AppError("conflict", NOT_CREATED_MESSAGE);
    });
  const [userId, token] = [created.user.id, created.token];
  if (!token) throw new AppError("conflict", NOT_CREATED_MESSAGE);
  await notePlace(accounts, token, client);
  await recordEvent(accounts, userId, "account_created", client);
  accounts.inBackground(mailConfirmation(accounts, userId));
  return { userId, token };
}

function parsed<Output>(schema: ZodType<Output>, text: string, field: string): Output {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? "This cannot be taken.";
  throw new AppError("invalid_request", message, { fields: { [field]: message } });
}

async function mailOwner(accounts: Accounts, email: string): Promise<void> {
  const { db, origin } = accounts;
  await sendLetter(accounts, email, "already-registered", async () => {
    const [owner] = await db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.email, email))
      .limit(1);
    return owner ? alreadyRegisteredLetter(owner.email, `${origin}/auth/forgot-password`) : null;
  });
}
