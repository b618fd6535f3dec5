import type { Cookies } from "#platform/cookies.ts";
import type { Database } from "#platform/db/client.ts";
import type { Mailer } from "#platform/mail/port.ts";
import type { Pusher } from "#platform/push/port.ts";
import type { SignInProvider } from "./providers/port.ts";
import type { Secrets } from "./sessions/token.ts";

type AccountRateLimit =
  | "signInAddress"
  | "signInAccount"
  | "signInDevice"
  | "signInEverywhere"
  | "takenAddress"
  | "password"
  | "twoFactor"
  | "mailbox"
  | "causedMail"
  | "unsolicitedMail";

/** What every verb of accounts needs: they take it as their first argument. */
export type Accounts = {
  db: Database;
  /** Signs and encrypts what leaves the database's trust: TOTP keys, recovery codes, unsubscribe links. */
  secrets: Secrets;
  origin: string;
  now: () => Date;
  cookies: Cookies;
  files: R2Bucket;
  /** Null where no mail is set up. */
  mailer: Mailer | null;
  /** Null where no keys for push messages are set up. */
  pusher: Pusher | null;
  /** Sites at which people sign in for us; none unless the settings name one. */
  providers: readonly SignInProvider[];
  /** Takes one token of a rate. Throws `rate_limited`. */
  enforceRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Throws `rate_limited` when taking a token would; takes none. */
  checkRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  releaseRateToken: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Has what is due to a person sent now and not at the next tick, which sends it where this fails. */
  notifySoon: (userId: string) => void;
  /** Lets work go on after the answer, so that its time tells nothing. A failure is logged, a full mailbox is none. */
  inBackground: (work: Promise<unknown>) => void;
};
