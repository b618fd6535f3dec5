import type { Cookies } from "#platform/cookies.ts";
import type { Database } from "#platform/db/client.ts";
import type { Mailer } from "#platform/mail/port.ts";
import type { Pusher } from "#platform/push/web-push.ts";
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

export type Accounts = {
  db: Database;
  /** TOTP keys, recovery codes, unsubscribe links. */
  secrets: Secrets;
  origin: string;
  now: () => Date;
  cookies: Cookies;
  files: R2Bucket;
  mailer: Mailer | null;
  /** Null without push keys. */
  pusher: Pusher | null;
  providers: readonly SignInProvider[];
  /** Throws `rate_limited`. */
  enforceRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Takes none; throws `rate_limited`. */
  checkRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  releaseRateToken: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Sends what is due to a person; the next tick does where this fails. */
  notifySoon: (userId: string) => void;
  /** After the answer, so that its time tells nothing. A failure is logged; a full mailbox is none. */
  inBackground: (work: Promise<unknown>) => void;
};
