import { DAY_SECONDS, HOUR_SECONDS } from "./time.ts";

/** Rules of the product that several of its parts share. How long data is kept is in retention.ts. */

export const confidenceLevels = ["low", "medium", "high", "very_high"] as const;

export const confidenceNames = {
  very_high: "very high",
  high: "high",
  medium: "medium",
  low: "low",
} as const satisfies Record<(typeof confidenceLevels)[number], string>;

export const edgeVerdicts = ["edge_up", "edge_down", "no_edge"] as const;

export const surpriseBands = ["beatBy5OrMore", "beat", "meet", "miss", "missBy5OrMore"] as const;
export type SurpriseBand = (typeof surpriseBands)[number];

/**
 * How much history and market context the model has for a company. Each tier has its own calibration. `full`:
 * more than four reported quarters, and the market-wide beat rate. `forty_quarters`: more than four, without
 * the market-wide beat rate. `four_quarters_with_context` and `four_quarters`: the same with at most four
 * reported quarters.
 */
export const featureTiers = [
  "full",
  "forty_quarters",
  "four_quarters_with_context",
  "four_quarters",
] as const;

export const featureTierNames = {
  full: "all past quarters, and the market around them",
  forty_quarters: "up to 40 past quarters, without the market around them",
  four_quarters_with_context: "at most four past quarters, and the market around them",
  four_quarters: "at most four past quarters, without the market around them",
} as const satisfies Record<(typeof featureTiers)[number], string>;

/**
 * A probability within this many percentage points of 50%, including both ends, is a toss-up. A toss-up is
 * shown as neither right nor wrong.
 */
export const TOSS_UP_POINTS = 5;

export function isTossUp(probability: number): boolean {
  return Math.abs(Math.round(10_000 * probability) - 5_000) <= 100 * TOSS_UP_POINTS;
}

/** P(beat) has no edge when it differs from the base rate by at most this many percentage points. */
export const NO_EDGE_POINTS = 3;

/**
 * Classifies an edge, which is P(beat) minus the base rate. Use it only for new predictions; a stored
 * prediction keeps the verdict that was stored with it.
 */
export function edgeVerdictOf(edge: number): (typeof edgeVerdicts)[number] {
  if (Math.abs(edge) <= NO_EDGE_POINTS / 100) return "no_edge";
  return edge > 0 ? "edge_up" : "edge_down";
}

/**
 * With fewer settled predictions than this, counts are shown without a percentage. With 20 predictions, the 95%
 * interval of a share near 70% is 37 points wide; with 5 it is about 60.
 */
export const MIN_SETTLED_FOR_PERCENTAGE = 20;

/**
 * The number of settled predictions required for a Brier score, a skill or a headline. With 100 predictions,
 * the 95% interval of a skill is still about 15 points wide.
 */
export const MIN_SETTLED_FOR_SKILL = 100;

export const CALIBRATION_BINS = 10;

export const ROLLING_PREDICTIONS = 250;

/**
 * `live`: made before a real report. `rehearsed`: made while past market data was played back. `simulated`:
 * made before a report on the simulated market. `replayed`: computed for the simulated market after the report.
 */
export const recordKinds = ["live", "rehearsed", "simulated", "replayed"] as const;

/**
 * Company sizes by market value, or by number of analysts when the market value is unknown. The bounds are
 * those of the reference classes.
 */
export const companySizes = ["large", "medium", "small"] as const;

/** The periods of the settlement rule, in days. docs/settlement.md describes the rule. */
export const settlementDays = {
  /** A prediction becomes void when no figure is reported within this many days of the report. */
  deadline: 10,
  /** When the report is postponed, the deadline is postponed with it, by at most this many days. */
  maxMove: 60,
  review: 20,
  /**
   * When the company's release contradicts the source's figure, an operator may decide within this many days.
   * After that, the source's figure settles the prediction.
   */
  witnessReview: 5,
} as const;

export const WITNESS_PATIENCE_MINUTES = 45;

/**
 * Which companies get a prediction of record: those with a consensus and at least `pastReports` reported
 * quarters, a US listing and a share price above `priceUsd`. An unknown listing or price excludes no company.
 */
export const universeRule = {
  pastReports: 4,
  priceUsd: 1,
} as const;

export const upcomingForecastRule = {
  daysAhead: 14,
  /**
   * Eastern time on the day before the report. A report before the open, or at an unknown hour, is locked at
   * this time, with that day's trend of the market-wide beat rate.
   */
  lockTimeBeforeMarket: "17:00:00",
  /**
   * How long before its time a report may be locked. Locking rounds run hourly, and the rest allows for a
   * delayed queue.
   */
  lockAheadMinutes: 75,
} as const;

export const archiveRule = {
  /**
   * Each day, the estimates for the reports of this many days ahead are stored: consensus, range, number of
   * analysts, revenue and report date.
   */
  daysAhead: 100,
} as const;

/** `analyze` requests count against the plan's monthly calls. */
export const apiScopes = ["read", "analyze"] as const;
export type ApiScope = (typeof apiScopes)[number];

export const webhookRule = {
  /**
   * The delay before each retry. Together the retries cover about a day, and each delay varies randomly by
   * `jitter`.
   */
  retrySeconds: [30, 300, 1_800, 7_200, 18_000, 28_800, 32_400],
  jitter: 0.2,
  timeoutSeconds: 5,
  /** How long deliveries to an endpoint wait after it could not be reached or answered 429 or 503. */
  quietSeconds: 60,
  /**
   * After an answer that took longer than this, deliveries to the endpoint wait `restFactor` times as long as
   * the answer took.
   */
  slowMilliseconds: 1_000,
  restFactor: 10,
  /** An endpoint is paused when its deliveries have failed for this many days. */
  pauseAfterDays: 3,
  /** How long after a rotation deliveries are also signed with the previous secret. */
  bothSecretsHours: 24,
  /**
   * Percentage points by which the probability of an upcoming report must change for a `prediction.moved`
   * event.
   */
  movedPoints: 5,
} as const;

export const alertKinds = [
  "report_tomorrow",
  "report_today",
  "date_moved",
  "probability_moved",
  "prediction_settled",
  "company_ended",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertRule = {
  movedPoints: 5,
  /**
   * Alerts about the next day's reports are sent from `tomorrowFrom`, and alerts about the current day's
   * reports from `todayFrom`, both in Eastern time.
   */
  tomorrowFrom: "12:00:00",
  todayFrom: "06:00:00",
  daysAhead: 30,
} as const;

export const OPEN_LARGEST_OF_WEEK = 20;

export const MAX_COMPARED = 4;

export const MAX_PEERS = 12;

/**
 * The longest period of one calendar request. It is shorter with `asOf`, because the proof contains an entry
 * for each lock.
 */
export const MAX_CALENDAR_DAYS = 63;
export const MAX_CALENDAR_DAYS_AS_OF = 7;
/** The number of ledger entries that one proof may contain. It is enough for the busiest week of a market. */
export const MAX_PROVEN_ENTRIES = 6_000;

export const UNCONFIRMED_CALL_LIMIT = 2;

export const GRACE_DAYS = 7;

/** `capacity` requests per `perSeconds`; a refusal begins with `reason`. */
export type RateLimitRule = {
  capacity: number;
  perSeconds: number;
  reason?: string;
};

/** The platform counts these limits per minute; each has a binding in wrangler.toml. */
export const approximateLimits = [120, 240, 600] as const;

const perMinute = (capacity: (typeof approximateLimits)[number]) => ({ capacity, perSeconds: 60 }) as const;

/**
 * These limits slow scripts down. Nothing behind them is worth money or protected by a secret that could be guessed,
 * so Cloudflare's rate-limit binding counts them: in memory at each location, approximately, and without a wait.
 * Each counts per network unless its comment says otherwise.
 */
const approximateRules = {
  /** Limits each user's reads that have no rule of their own. One screen makes at most ten. */
  accountReads: perMinute(600),
  /** Limits each user's writes that have no rule of their own. */
  accountWrites: perMinute(120),
  /** Limits each user. */
  watchlist: perMinute(120),
  /** Limits each user. */
  search: perMinute(120),
  /** Limits each operator. */
  review: perMinute(120),
  /** Limits each user's requests with an API key or through a connected app. Analyses count against the plan as well. */
  api: perMinute(120),
  publicPages: perMinute(240),
  record: perMinute(240),
} as const satisfies Record<string, RateLimitRule>;

/**
 * A Durable Object counts these limits exactly, as a token bucket that refills evenly, because each protects money,
 * a secret that could be guessed, somebody's mailbox, another party's server or our storage. Each counts per network
 * unless its comment says otherwise.
 */
const exactRules = {
  /** Limits each user and slows scripts down. */
  analyze: { capacity: 60, perSeconds: 60 },
  /**
   * Limits each user's analyses that do not count against the quota, such as failed ones. The token is returned
   * as soon as an analysis counts.
   */
  uncountedAnalysis: {
    capacity: 20,
    perSeconds: 3600,
    reason: "Too many of your analyses failed, were cancelled or are still running.",
  },
  /** Limits each user, because an unknown name costs the source more searches. */
  nearestNames: { capacity: 12, perSeconds: 60 },
  signUp: { capacity: 200, perSeconds: 600 },
  /** The limit is high because rehearsing a season runs months of hourly jobs. */
  developmentJobs: { capacity: 10_000, perSeconds: 600 },
  signInAddress: { capacity: 120, perSeconds: 60 },
  /** Limits how often sign-ins with passkeys and providers are started and finished. */
  signInMethods: { capacity: 240, perSeconds: 60 },
  /**
   * Counts sign-ups that were refused because the address has an account. When no token is left, all sign-ups
   * from the network are refused, so it learns nothing about other addresses.
   */
  takenAddress: { capacity: 20, perSeconds: 3600 },
  checkout: { capacity: 60, perSeconds: 60 },
  setUp: { capacity: 60, perSeconds: 600 },
  paymentEvents: { capacity: 1_200, perSeconds: 60 },
  /** Counts wrong passwords for one account from one network. */
  signInAccount: { capacity: 10, perSeconds: 300 },
  /**
   * Counts wrong passwords for one account from one device that has signed in to it before. Nobody else can use
   * up this limit.
   */
  signInDevice: { capacity: 10, perSeconds: 300 },
  /**
   * Counts wrong passwords for one account from all unknown devices together. Five networks can use up their
   * own limits within it; more are treated as a search for the password.
   */
  signInEverywhere: { capacity: 100, perSeconds: 600 },
  /**
   * `password` limits how often one session may check the account's password, and `twoFactor` how often a
   * second-factor code may be tried for one account.
   */
  password: { capacity: 10, perSeconds: 60 },
  twoFactor: { capacity: 10, perSeconds: 600 },
  mailedLink: { capacity: 60, perSeconds: 600 },
  /** Limits each mailbox and kind of mail that only the mailbox's owner can cause. */
  mailbox: { capacity: 5, perSeconds: 900 },
  /** Limits each user, because reading a request may fetch the app's description. */
  appRequests: { capacity: 60, perSeconds: 600 },
  /** The limit is high because many users of a hosted assistant share its network. */
  appTokens: { capacity: 600, perSeconds: 60 },
  /** The limit is low because each registration of an app stores a row. */
  appRegistrations: { capacity: 60, perSeconds: 3600 },
  /** Limits requests with a wrong API key. Those with a valid key are not counted. */
  wrongApiKey: { capacity: 30, perSeconds: 60 },
  /** Limits each user. */
  apiKeys: { capacity: 20, perSeconds: 3600 },
  watchlistImport: { capacity: 20, perSeconds: 600 },
  /** Limits each user. */
  webhookEndpoints: { capacity: 20, perSeconds: 3600 },
  /** Limits each user. */
  webhookSends: { capacity: 30, perSeconds: 600 },
  /** Limits each user. */
  calendarFeed: { capacity: 60, perSeconds: 3600 },
  wrongFeedAddress: { capacity: 30, perSeconds: 60 },
  /** Limits each user. */
  support: { capacity: 5, perSeconds: DAY_SECONDS },
  avatar: { capacity: 20, perSeconds: 600 },
  export: { capacity: 10, perSeconds: 600 },
} as const satisfies Record<string, RateLimitRule>;

/**
 * Mails that anyone can cause share this budget per mailbox, whatever their kind, alias or network. The last of them
 * are for a password reset without which the owner would have no link that works. Each limit holds in every span of
 * its length.
 */
export const unsolicitedMailLimits = {
  usual: [
    { capacity: 3, perSeconds: HOUR_SECONDS },
    { capacity: 6, perSeconds: DAY_SECONDS },
  ],
  needed: [
    { capacity: 4, perSeconds: HOUR_SECONDS },
    { capacity: 8, perSeconds: DAY_SECONDS },
  ],
} as const satisfies Record<string, readonly RateLimitRule[]>;

export const rateLimitRules = { ...approximateRules, ...exactRules };

export type RateLimitName = keyof typeof rateLimitRules;
export type ExactRateLimitName = keyof typeof exactRules;
export type ApproximateRateLimitName = keyof typeof approximateRules;

export function isApproximate(rule: RateLimitName): rule is ApproximateRateLimitName {
  return rule in approximateRules;
}
