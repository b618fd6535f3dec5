import { DAY_SECONDS } from "./time.ts";

/** Rules that several places need. Periods of storage: retention.ts. */

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
 * What a source lets the model see, each with its calibration: `full` all; `forty_quarters` at most 40 quarters with
 * days; `four_quarters_with_context` four with context; `four_quarters` four alone.
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

/** Ends included. A toss-up is neither right nor wrong. */
export const TOSS_UP_POINTS = 5;

export function isTossUp(probability: number): boolean {
  return Math.abs(Math.round(10_000 * probability) - 5_000) <= 100 * TOSS_UP_POINTS;
}

/** Percentage points from the base rate. */
export const NO_EDGE_POINTS = 3;

/** Of P(beat) minus the base rate. For new predictions: a stored one carries its day's verdict. */
export function edgeVerdictOf(edge: number): (typeof edgeVerdicts)[number] {
  if (Math.abs(edge) <= NO_EDGE_POINTS / 100) return "no_edge";
  return edge > 0 ? "edge_up" : "edge_down";
}

/**
 * Below it counts stand alone. With 20 the 95% interval of a share near 70% is 37 points wide, with 5 about
 * 60.
 */
export const MIN_SETTLED_FOR_PERCENTAGE = 20;

/** For a Brier score, a skill or a headline. With 100 a skill's 95% interval is still some 15 points wide. */
export const MIN_SETTLED_FOR_SKILL = 100;

export const CALIBRATION_BINS = 10;

export const ROLLING_PREDICTIONS = 250;

/** Before a real report; played from past data; on the simulated market ahead, or later. */
export const recordKinds = ["live", "rehearsed", "simulated", "replayed"] as const;

/** By market value, else by analysts; bounds as the reference classes'. */
export const companySizes = ["large", "medium", "small"] as const;

/** The written rule is docs/settlement.md. */
export const settlementDays = {
  /** After the report's day. */
  deadline: 10,
  /** A report that moves further is another than was predicted. */
  maxMove: 60,
  review: 20,
  /** After a release contradicts the source, an operator may decide; then the source's figure settles. */
  witnessReview: 5,
} as const;

export const WITNESS_PATIENCE_MINUTES = 45;

/** Which companies are predicted on record: those that the source lists with a consensus and, as far as it is known, */
export const universeRule = {
  pastReports: 4,
  priceUsd: 1,
} as const;

export const upcomingForecastRule = {
  daysAhead: 14,
  /**
   * Eastern, of the day before: a report before the opening, or of an unknown hour, is locked then; its trend
   * is that day's.
   */
  lockTimeBeforeMarket: "17:00:00",
  /** Eastern, of the day, for a report after the close. */
  lockTimeAfterMarket: "16:00:00",
  /** Rounds are hourly; a margin is for a late queue. */
  lockAheadMinutes: 75,
} as const;

export const archiveRule = {
  /** Ahead, recorded day by day: consensus, range, analysts, revenue, day. */
  daysAhead: 100,
} as const;

/** `analyze` counts against the plan's calls. */
export const apiScopes = ["read", "analyze"] as const;
export type ApiScope = (typeof apiScopes)[number];

export const webhookRule = {
  /** About a day in all; each varies by the jitter. */
  retrySeconds: [30, 300, 1_800, 7_200, 18_000, 28_800, 32_400],
  jitter: 0.2,
  timeoutSeconds: 5,
  /** After no answer; what is due waits. */
  quietSeconds: 60,
  /** A slower endpoint rests this many times as long as it took. */
  slowMilliseconds: 1_000,
  restFactor: 10,
  /** Without a success. */
  pauseAfterDays: 3,
  /** After a rotation. */
  bothSecretsHours: 24,
  /** Of a probability ahead. */
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
  /** Eastern, for reports of the next day and of the day. */
  tomorrowFrom: "12:00:00",
  todayFrom: "06:00:00",
  daysAhead: 30,
} as const;

export const OPEN_LARGEST_OF_WEEK = 20;

export const MAX_COMPARED = 4;

export const MAX_PEERS = 12;

/** A past moment's proof names each lock, hence the shorter span. */
export const MAX_CALENDAR_DAYS = 63;
export const MAX_CALENDAR_DAYS_AS_OF = 7;
/** Of a market's busiest week, with room. */
export const MAX_PROVEN_ENTRIES = 6_000;

export const UNCONFIRMED_CALL_LIMIT = 2;

export const GRACE_DAYS = 7;

/** A token bucket, refilled evenly. */
export type RateRule = {
  capacity: number;
  perSeconds: number;
  reason?: string;
};

/** Per network unless its name or comment says otherwise. */
export const rateRules = {
  /** Per user, without an own rule. A screen reads with at most ten. */
  accountReads: { capacity: 600, perSeconds: 60 },
  accountWrites: { capacity: 120, perSeconds: 60 },
  /** Per user; slows scripts. */
  analyze: { capacity: 60, perSeconds: 60 },
  /** Per user; returned once a call counts: it bounds runs that nobody pays for. */
  uncountedAnalysis: {
    capacity: 20,
    perSeconds: 3600,
    reason: "Too many of your analyses failed, were cancelled or are still running.",
  },
  record: { capacity: 240, perSeconds: 60 },
  publicPages: { capacity: 240, perSeconds: 60 },
  search: { capacity: 120, perSeconds: 60 },
  /** Per user; unknown names cost a source more searches. */
  nearestNames: { capacity: 12, perSeconds: 60 },
  signUp: { capacity: 200, perSeconds: 600 },
  /** A rehearsed season runs months of hourly jobs. */
  developmentJobs: { capacity: 10_000, perSeconds: 600 },
  signInAddress: { capacity: 120, perSeconds: 60 },
  /** Passkeys and provider sign-ins, begun and finished. */
  signInMethods: { capacity: 240, perSeconds: 60 },
  /** Sign-ups answered "taken": then a network learns no more addresses. */
  takenAddress: { capacity: 20, perSeconds: 3600 },
  checkout: { capacity: 60, perSeconds: 60 },
  setUp: { capacity: 60, perSeconds: 600 },
  paymentEvents: { capacity: 1_200, perSeconds: 60 },
  /** Wrong passwords for an account from one network. */
  signInAccount: { capacity: 10, perSeconds: 300 },
  /** From a device that signed in before: nobody else can use it up. */
  signInDevice: { capacity: 10, perSeconds: 300 },
  /** From all unknown devices: five networks can keep at it, more are a search for the password. */
  signInEverywhere: { capacity: 100, perSeconds: 600 },
  /** Per session for one's password; per account for second-factor codes. */
  password: { capacity: 10, perSeconds: 60 },
  twoFactor: { capacity: 10, perSeconds: 600 },
  /** Per address; and per mailbox and kind, so that none is flooded. */
  mailedLink: { capacity: 60, perSeconds: 600 },
  mailbox: { capacity: 5, perSeconds: 900 },
  /** Per mailbox, kind and network: emails that anyone can cause. */
  causedMail: { capacity: 3, perSeconds: 3600 },
  unsolicitedMail: { capacity: 10, perSeconds: DAY_SECONDS },
  /** Per user. */
  api: { capacity: 120, perSeconds: 60 },
  /** Per user; a reading may fetch an app's description. */
  appRequests: { capacity: 60, perSeconds: 600 },
  /** Hosted assistants share their networks. */
  appTokens: { capacity: 600, perSeconds: 60 },
  /** Each is a stored row. */
  appRegistrations: { capacity: 60, perSeconds: 3600 },
  /** Per network; the right one is not counted. */
  wrongApiKey: { capacity: 30, perSeconds: 60 },
  /** Per user. */
  apiKeys: { capacity: 20, perSeconds: 3600 },
  /** Per user. */
  watchlist: { capacity: 120, perSeconds: 60 },
  watchlistImport: { capacity: 20, perSeconds: 600 },
  /** Per user. */
  webhookEndpoints: { capacity: 20, perSeconds: 3600 },
  /** Per user. */
  webhookSends: { capacity: 30, perSeconds: 600 },
  /** Per user. */
  calendarFeed: { capacity: 60, perSeconds: 3600 },
  wrongFeedAddress: { capacity: 30, perSeconds: 60 },
  /** Per user. */
  support: { capacity: 5, perSeconds: DAY_SECONDS },
  review: { capacity: 120, perSeconds: 60 },
  avatar: { capacity: 20, perSeconds: 600 },
  export: { capacity: 10, perSeconds: 600 },
} as const satisfies Record<string, RateRule>;

export type RateName = keyof typeof rateRules;
