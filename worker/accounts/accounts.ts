import type { Cookies } from "#platform/cookies.ts";
import type { Database } from "#platform/db/client.ts";
import type { RateLimits } from "#platform/limits/rate-limiter.ts";
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
  | "mailbox";

export type Accounts = {
  db: Database;
  /** Protects TOTP keys, recovery codes and unsubscribe links. */
  secrets: Secrets;
  origin: string;
  now: () => Date;
  cookies: Cookies;
  files: R2Bucket;
  mailer: Mailer | null;
  /** Null when no push keys are set. */
  pusher: Pusher | null;
  providers: readonly SignInProvider[];
  /** Throws `rate_limited`. */
  enforceRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Checks the limit without using a token. Throws `rate_limited`. */
  checkRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  releaseRateToken: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Counts a mail that anyone can cause against its mailbox's budget. Throws `rate_limited`. */
  enforceMailBudget: RateLimits["enforceMailBudget"];
  /** Sends what is due to a person. If this fails, the next tick sends it. */
  notifySoon: (userId: string) => void;
  /**
   * Runs after the response, so the response time reveals nothing. A failure is logged; a full mailbox is not a
   * failure.
   */
  inBackground: (work: Promise<unknown>) => void;
};
