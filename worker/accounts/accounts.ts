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

export type AccountDeps = {
  db: Database;
  /**
   * The values of `AUTH_SECRET`, from which the keys for TOTP keys, recovery codes and unsubscribe links are
   * derived.
   */
  secrets: Secrets;
  origin: string;
  now: () => Date;
  cookies: Cookies;
  files: R2Bucket;
  mailer: Mailer | null;
  /** Sends push messages. Null when no push keys are set. */
  pusher: Pusher | null;
  providers: readonly SignInProvider[];
  /** Takes a token of the rate limit. Throws `rate_limited` when there is none. */
  enforceRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Throws `rate_limited` when the rate limit has no token left, without taking one. */
  checkRateLimit: (rate: AccountRateLimit, key: string) => Promise<void>;
  releaseRateToken: (rate: AccountRateLimit, key: string) => Promise<void>;
  /** Counts a mail that anyone can cause against its mailbox's budget. Throws `rate_limited`. */
  enforceMailBudget: RateLimits["enforceMailBudget"];
  /** Sends what is due to a person. If this fails, the next tick sends it. */
  notifySoon: (userId: string) => void;
  /**
   * Lets work finish after the response, so that the response time does not reveal it. A failure is logged,
   * unless it is `rate_limited`.
   */
  inBackground: (work: Promise<unknown>) => void;
};
