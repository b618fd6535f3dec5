import { eq } from "drizzle-orm";
import {
  emailSchema,
  MAX_PASSWORD_LENGTH,
  MISSING_SIGN_IN_MESSAGE,
  type SignInRequest,
} from "#contract/account.ts";
import type { Database } from "#db/client.ts";
import { credentials } from "#db/schema/accounts.ts";
import { AppError } from "#worker/errors.ts";
import type { Library } from "./library.ts";
import { hashPassword, needsRehash } from "./password.ts";

/** A session just opened: the token is known to the caller alone from here on. */
export type OpenedSession = { userId: string; token: string };

/**
 * Opens a session for an e-mail and a password. Unknown address and wrong password end alike, in words and in time
 * (the library hashes for nobody too). Throws `missing_fields` or `invalid_credentials`.
 */
export async function signIn(
  library: Library,
  db: Database,
  request: SignInRequest,
  headers: Headers,
): Promise<OpenedSession> {
  if (!request.email.trim() || !request.password)
    throw new AppError("missing_fields", MISSING_SIGN_IN_MESSAGE);
  const refused = new AppError("invalid_credentials", "Please check your credentials and try again.");
  const email = emailSchema.safeParse(request.email);
  if (!email.success || request.password.length > MAX_PASSWORD_LENGTH) throw refused;
  const opened = await library.api
    .signInEmail({ body: { email: email.data, password: request.password }, headers })
    .catch((error: unknown) => {
      if (isRefusal(error)) throw refused;
      throw error;
    });
  await renewHash(db, opened.user.id, request.password);
  return { userId: opened.user.id, token: opened.token };
}

/** A hash made with older parameters is replaced while the password is at hand. */
async function renewHash(db: Database, userId: string, password: string): Promise<void> {
  const [row] = await db.select().from(credentials).where(eq(credentials.userId, userId)).limit(1);
  if (!row?.password || !needsRehash(row.password)) return;
  await db
    .update(credentials)
    .set({ password: await hashPassword(password) })
    .where(eq(credentials.id, row.id));
}

/** The library's own 4xx answers; anything else is a failure of ours. */
export function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  return typeof status === "number" && status >= 400 && status < 500;
}
