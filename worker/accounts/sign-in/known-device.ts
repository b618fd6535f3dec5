import { randomBytes } from "node:crypto";
import { retentionDays } from "#contract/retention.ts";
import { DAY_SECONDS } from "#contract/time.ts";
import type { Accounts } from "../accounts.ts";
import { type Credential, findCredential } from "../password/credential.ts";
import { isKeyedHash, keyedHash } from "../sessions/token.ts";

const COOKIE = "beatcast_device";
/** People who share a browser. */
const MAX_PEOPLE = 4;
const MARK_BYTES = 12;

/** It signed in with this account's present password. */
export function knownDevice(
  accounts: Accounts,
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
 * Null without a password. Opens nothing: it keeps strangers' wrong tries from counting against the owner,
 * until the password changes.
 */
export async function deviceCookie(
  accounts: Accounts,
  request: Request,
  userId: string,
): Promise<string | null> {
  const credential = await findCredential(accounts, { userId });
  if (!credential) return null;
  const known = knownDevice(accounts, request, credential);
  const mark = known ?? randomBytes(MARK_BYTES).toString("base64url");
  const own = `${mark}.${keyedHash(accounts.secrets, ...partsOf(credential, mark))}`;
  // An older secret's entry has the same mark, and is replaced.
  const others = entriesOf(accounts, request).filter((entry) => !entry.startsWith(`${mark}.`));
  const value = [own, ...others].slice(0, MAX_PEOPLE).join("~");
  return accounts.cookies.set(COOKIE, value, retentionDays.knownDevice * DAY_SECONDS);
}

function entriesOf({ cookies }: Accounts, request: Request): string[] {
  const entries = (cookies.read(request, COOKIE) ?? "").split("~").slice(0, MAX_PEOPLE);
  return entries.filter((entry) => /^[\w-]{16}\.[\w-]{43}$/.test(entry));
}

function partsOf({ userId, changedAt }: Credential, mark: string): string[] {
  return ["device", userId, String(changedAt.getTime()), mark];
}
