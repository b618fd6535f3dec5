import { DAY_SECONDS, HOUR_SECONDS } from "./time.ts";

/** Rules that several places need. How long data is kept is in retention.ts. */

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
 * What the source lets the model see; each tier has its own calibration. `full`: everything. `forty_quarters`: at
 * most 40 quarters with report days. `four_quarters_with_context`: four quarters and the company's context.
 * `four_quarters`: four quarters alone.
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

/** Both ends belong to the toss-up range. A toss-up is neither right nor wrong. */
export const TOSS_UP_POINTS = 5;

export function isTossUp(probability: number): boolean {
  return Math.abs(Math.round(10_000 * probability) - 5_000) <= 100 * TOSS_UP_POINTS;
}

/** Percentage points from the base rate. */
export const NO_EDGE_POINTS = 3;

/**
 * Classifies P(beat) minus the base rate. Use it for new predictions; a stored prediction carries its own day's
 * verdict.
 */
export function edgeVerdictOf(edge: number): (typeof edgeVerdicts)[number] {
  if (Math.abs(edge) <= NO_EDGE_POINTS / 100) return "no_edge";
  return edge > 0 ? "edge_up" : "edge_down";
}

/**
 * Below this number, counts are shown without a percentage. With 20 predictions, the 95% interval of a share near
 * 70% is 37 points wide; with 5 it is about 60.
 */
export const MIN_SETTLED_FOR_PERCENTAGE = 20;

/**
 * The minimum for a Brier score, a skill or a headline. With 100 predictions, a skill's 95% interval is still about
 * 15 points wide.
 */
export const MIN_SETTLED_FOR_SKILL = 100;

export const CALIBRATION_BINS = 10;

export const ROLLING_PREDICTIONS = 250;

/**
 * `live`: made before a real report. `rehearsed`: played from past data. `simulated`: made before a report on the
 * simulated market. `replayed`: computed on that market afterward.
 */
export const recordKinds = ["live", "rehearsed", "simulated", "replayed"] as const;

/**
 * Company size by market value, or by number of analysts when that is unknown. Uses the reference classes' bounds.
 */
export const companySizes = ["large", "medium", "small"] as const;

/** docs/settlement.md is the written rule. */
export const settlementDays = {
  /** Days after the report's day. */
  deadline: 10,
  /** A report that moves further than this is a different report from the one that was predicted. */
  maxMove: 60,
  review: 20,
  /**
   * When a release contradicts the source, an operator may decide within these days; afterward the source's figure
   * settles.
   */
  witnessReview: 5,
} as const;

export const WITNESS_PATIENCE_MINUTES = 45;

/**
 * Says which companies get a prediction of record: those that the source lists with a consensus and, as far as it
 * is known,
 */
export const universeRule = {
  pastReports: 4,
  priceUsd: 1,
} as const;

export const upcomingForecastRule = {
  daysAhead: 14,
  /**
   * Eastern time on the day before. A report before the open, or at an unknown hour, is locked then, with that
   * day's market-wide trend.
   */
  lockTimeBeforeMarket: "17:00:00",
  /** Eastern time on the report's day, for a report after the close. */
  lockTimeAfterMarket: "16:00:00",
  /** Locking rounds run hourly; the margin allows for a late queue. */
  lockAheadMinutes: 75,
} as const;

export const archiveRule = {
  /** Upcoming reports this many days ahead are stored each day: consensus, range, analysts, revenue and date. */
  daysAhead: 100,
} as const;

/** `analyze` requests count against the plan's monthly calls. */
export const apiScopes = ["read", "analyze"] as const;
export type ApiScope = (typeof apiScopes)[number];

export const webhookRule = {
  /** The retries cover about a day. Each delay varies by the jitter. */
  retrySeconds: [30, 300, 1_800, 7_200, 18_000, 28_800, 32_400],
  jitter: 0.2,
  timeoutSeconds: 5,
  /** After an endpoint did not answer, its deliveries wait this long. */
  quietSeconds: 60,
  /** A slower endpoint rests for this many times as long as its answer took. */
  slowMilliseconds: 1_000,
  restFactor: 10,
  /** Days without a successful delivery. */
  pauseAfterDays: 3,
  /** How long the previous secret also signs after a rotation. */
  bothSecretsHours: 24,
  /** Percentage points that an upcoming probability must move. */
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
  /** Eastern times for announcing the next day's reports and the day's own. */
  tomorrowFrom: "12:00:00",
  todayFrom: "06:00:00",
  daysAhead: 30,
} as const;

export const OPEN_LARGEST_OF_WEEK = 20;

export const MAX_COMPARED = 4;

export const MAX_PEERS = 12;

/** The proof of a past moment names each lock, so the period is shorter than the calendar's. */
export const MAX_CALENDAR_DAYS = 63;
export const MAX_CALENDAR_DAYS_AS_OF = 7;
/** Enough for a market's busiest week, with room to spare. */
export const MAX_PROVEN_ENTRIES = 6_000;

export const UNCONFIRMED_CALL_LIMIT = 2;

export const GRACE_DAYS = 7;

/** `capacity` requests per `perSeconds`; a refusal begins with `reason`. */
export type RateRule = {
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
} as const satisfies Record<string, RateRule>;

/**
 * A Durable Object counts these limits exactly, as a token bucket that refills evenly, because each protects money,
 * a secret that could be guessed, somebody's mailbox, another party's server or our storage. Each counts per network
 * unless its comment says otherwise.
 */
const exactRules = {
  /** Limits each user and slows scripts down. */
  analyze: { capacity: 60, perSeconds: 60 },
  /**
   * Limits each user. The token is returned once the analysis counts against the quota, so this limits only runs
   * that nobody pays for.
   */
  uncountedAnalysis: {
    capacity: 20,
    perSeconds: 3600,
    reason: "Too many of your analyses failed, were cancelled or are still running.",
  },
  /** Limits each user, because an unknown name costs the source more searches. */
  nearestNames: { capacity: 12, perSeconds: 60 },
  signUp: { capacity: 200, perSeconds: 600 },
  /** Rehearsing a season runs months of hourly jobs. */
  developmentJobs: { capacity: 10_000, perSeconds: 600 },
  signInAddress: { capacity: 120, perSeconds: 60 },
  /** Limits beginning and finishing sign-ins with passkeys and providers. */
  signInMethods: { capacity: 240, perSeconds: 60 },
  /** Counts sign-ups answered with "taken". Beyond it, a network learns nothing about further addresses. */
  takenAddress: { capacity: 20, perSeconds: 3600 },
  checkout: { capacity: 60, perSeconds: 60 },
  setUp: { capacity: 60, perSeconds: 600 },
  paymentEvents: { capacity: 1_200, perSeconds: 60 },
  /** Counts wrong passwords for one account from one network. */
  signInAccount: { capacity: 10, perSeconds: 300 },
  /** Counts wrong passwords from a device that signed in before. Nobody else can use it up. */
  signInDevice: { capacity: 10, perSeconds: 300 },
  /**
   * Counts wrong passwords from all unknown devices together. Five networks can keep trying; more are treated as a
   * search for the password.
   */
  signInEverywhere: { capacity: 100, perSeconds: 600 },
  /** Counts per session for checks of one's own password, and per account for second-factor codes. */
  password: { capacity: 10, perSeconds: 60 },
  twoFactor: { capacity: 10, perSeconds: 600 },
  mailedLink: { capacity: 60, perSeconds: 600 },
  /** Limits each mailbox and kind of mail that only the mailbox's owner can cause. */
  mailbox: { capacity: 5, perSeconds: 900 },
  /** Limits each user, because reading a request may fetch the app's description. */
  appRequests: { capacity: 60, perSeconds: 600 },
  /** Hosted assistants share their networks. */
  appTokens: { capacity: 600, perSeconds: 60 },
  /** Each registration is a stored row. */
  appRegistrations: { capacity: 60, perSeconds: 3600 },
  /** Limits each network. Requests with a valid key are not counted. */
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
} as const satisfies Record<string, RateRule>;

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
} as const satisfies Record<string, readonly RateRule[]>;

export const rateRules = { ...approximateRules, ...exactRules };

export type RateName = keyof typeof rateRules;
export type ExactRateName = keyof typeof exactRules;
export type ApproximateRateName = keyof typeof approximateRules;

export function isApproximate(rule: RateName): rule is ApproximateRateName {
  return rule in approximateRules;
}
