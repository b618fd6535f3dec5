import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { emailSchema, MISSING_SIGN_IN_MESSAGE, type SignInRequest } from "#contract/account.ts";
import { MAX_PASSWORD_LENGTH, passwordLength } from "#contract/password.ts";
import { retentionDays } from "#contract/retention.ts";
import { DAY_SECONDS } from "#contract/time.ts";
import { AppError } from "#platform/errors.ts";
import { credentials } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import { type Credential, findCredential } from "../password/credential.ts";
import { hashPassword, needsRehash, verifyPassword } from "../password/hash.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import { clientOf } from "../sessions/client.ts";
import { endTokenSession, type OpenedSession, openSession } from "../sessions/session.ts";
import { isKeyedHash, keyedHash } from "../sessions/token.ts";
import { consumeTwoFactorTicket, createTwoFactorTicket } from "../two-factor/ticket.ts";

type SignedIn = OpenedSession | { ticket: string };

/**
 * Signs in with an address and a password. Returns a session, or a ticket for the second factor. An unknown
 * address and a wrong password get the same response after the same time. Throws `missing_fields`,
 * `invalid_credentials` or `rate_limited`.
 */
export async function signIn(
  accounts: AccountDeps,
  entered: SignInRequest,
  request: Request,
): Promise<SignedIn> {
  if (!entered.email.trim() || !entered.password)
    throw new AppError("missing_fields", MISSING_SIGN_IN_MESSAGE);
  const [client, refused] = [clientOf(request), refusal()];
  const email = emailSchema.safeParse(entered.email);
  if (!email.success || passwordLength(entered.password) > MAX_PASSWORD_LENGTH) {
    await accounts.enforceRateLimit("signInAddress", client.network);
    throw refused;
  }
  const credential = await findCredential(accounts, { email: email.data });
  const { release } = await countAttempt(accounts, {
    email: email.data,
    network: client.network,
    knownDevice: knownDeviceMark(accounts, request, credential),
  });
  const isRight = await matches(entered.password, credential);
  if (!credential || !isRight) {
    if (credential)
      accounts.inBackground(recordSecurityEvent(accounts, credential.userId, "sign_in_failed", client));
    throw refused;
  }
  const opened: SignedIn = credential.asksForCode
    ? { ticket: await createTwoFactorTicket(accounts, credential.userId) }
    : await openSession(accounts, credential.userId, client);
  // If the password or two-factor authentication changed while the password was checked, the session or ticket
  // just opened must end, because it did not exist when the change ended all others.
  if (!(await isStillValid(accounts, credential))) {
    await ("ticket" in opened
      ? consumeTwoFactorTicket(accounts, opened.ticket)
      : endTokenSession(accounts, opened.token));
    throw refused;
  }
  await release();
  await renewOldHash(accounts, credential, entered.password);
  if ("token" in opened)
    accounts.inBackground(recordSecurityEvent(accounts, credential.userId, "sign_in", client));
  return opened;
}

/**
 * Returns whether the password is right. An unknown address costs a hash too, so the response time does not
 * reveal it.
 */
async function matches(password: string, credential: Credential | null): Promise<boolean> {
  if (credential?.hash) return verifyPassword(credential.hash, password);
  await hashPassword(password);
  return false;
}

async function isStillValid(accounts: AccountDeps, { userId, changedAt, asksForCode }: Credential) {
  const now = await findCredential(accounts, { userId });
  return now?.changedAt.getTime() === changedAt.getTime() && now.asksForCode === asksForCode;
}

/**
 * Hashes the password again if its hash has outdated parameters. Does nothing if the password has changed in
 * the meantime.
 */
async function renewOldHash({ db }: AccountDeps, { id, hash }: Credential, password: string): Promise<void> {
  if (!hash || !needsRehash(hash)) return;
  await db
    .update(credentials)
    .set({ password: await hashPassword(password) })
    .where(and(eq(credentials.id, id), eq(credentials.password, hash)));
}

const refusal = () => new AppError("invalid_credentials", "Please check your credentials and try again.");

type Attempt = {
  email: string;
  network: string;
  knownDevice: string | null;
};

/**
 * Counts an attempt to sign in, before the password is checked so that parallel attempts are limited too. A
 * known device has a limit of its own. Attempts from other devices count against the network, the account, and
 * both together. Returns a function that undoes the count. Throws `rate_limited`.
 */
async function countAttempt(
  { enforceRateLimit, releaseRateToken }: AccountDeps,
  { email, network, knownDevice }: Attempt,
): Promise<{ release: () => Promise<void> }> {
  if (knownDevice !== null) {
    const key = `${email} ${knownDevice}`;
    await enforceRateLimit("signInDevice", key);
    return { release: () => releaseRateToken("signInDevice", key) };
  }
  await enforceRateLimit("signInAddress", network);
  await enforceRateLimit("signInAccount", `${email} ${network}`);
  await enforceRateLimit("signInEverywhere", email).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    console.log(JSON.stringify({ level: "warn", event: "sign_in_guessed_from_many_networks" }));
    throw new AppError(
      "rate_limited",
      "Too many wrong passwords were tried for this account. Please use a browser that has signed in before, reset your password by email, or try again later.",
      error.extras,
    );
  });
  return {
    release: async () => {
      await Promise.all([
        releaseRateToken("signInAccount", `${email} ${network}`),
        releaseRateToken("signInEverywhere", email),
      ]);
    },
  };
}

const COOKIE = "beatcast_device";
/** The largest number of people whose sign-ins the cookie of one browser remembers. */
const MAX_PEOPLE = 4;
const MARK_BYTES = 12;

/**
 * Returns the mark of this browser if it has signed in with the account's current password, or null if it has
 * not.
 */
export function knownDeviceMark(
  accounts: AccountDeps,
  request: Request,
  credential: Credential | null,
): string | null {
  if (!credential) return null;
  for (const entry of entriesOf(accounts, request)) {
    const [mark = "", proof = ""] = entry.split(".");
    if (isKeyedHash(accounts.secrets, proof, ...partsOf(credential, mark))) return mark;
  }
  return null;
}

/**
 * Returns a cookie by which this browser is recognized as one of the person's devices, or null for an account
 * without a password. It grants no access. Until the password changes, it only keeps strangers' wrong passwords
 * from counting against the owner.
 */
export async function deviceCookie(
  accounts: AccountDeps,
  request: Request,
  userId: string,
): Promise<string | null> {
  const credential = await findCredential(accounts, { userId });
  if (!credential) return null;
  const device = knownDeviceMark(accounts, request, credential);
  const mark = device ?? randomBytes(MARK_BYTES).toString("base64url");
  const own = `${mark}.${keyedHash(accounts.secrets, ...partsOf(credential, mark))}`;
  // An entry of this account that was signed with an older secret has the same mark and is replaced.
  const otherEntries = entriesOf(accounts, request).filter((entry) => !entry.startsWith(`${mark}.`));
  const value = [own, ...otherEntries].slice(0, MAX_PEOPLE).join("~");
  return accounts.cookies.set(COOKIE, value, retentionDays.knownDevice * DAY_SECONDS);
}

function entriesOf({ cookies }: AccountDeps, request: Request): string[] {
  const entries = (cookies.read(request, COOKIE) ?? "").split("~").slice(0, MAX_PEOPLE);
  return entries.filter((entry) => /^[\w-]{16}\.[\w-]{43}$/.test(entry));
}

function partsOf({ userId, changedAt }: Credential, mark: string): string[] {
  return ["device", userId, String(changedAt.getTime()), mark];
}
