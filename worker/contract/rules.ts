import { DAY_SECONDS } from "./time.ts";

/** Numbers and names that a rule of the product needs in more than one place. Periods of storage are in retention.ts. */

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
 * What a source lets the model see: `full` all quarters, days and context; `forty` at most 40 quarters with days;
 * `four_context` four with context; `four` four alone. Each has its own calibration.
 */
export const modelViews = ["full", "forty", "four_context", "four"] as const;

export const modelViewNames = {
  full: "all past quarters, and the market around them",
  forty: "up to 40 past quarters, without the market around them",
  four_context: "at most four past quarters, and the market around them",
  four: "at most four past quarters, without the market around them",
} as const satisfies Record<(typeof modelViews)[number], string>;

/** A probability this near one half, ends included, is a toss-up: the outcome makes it neither right nor wrong. */
export const TOSS_UP_POINTS = 5;

export function isTossUp(probability: number): boolean {
  return Math.abs(Math.round(10_000 * probability) - 5_000) <= 100 * TOSS_UP_POINTS;
}

/** Within this many percentage points of the base rate a prediction has no edge. */
export const NO_EDGE_POINTS = 3;

/**
 * What an edge (P(beat) minus the base rate) amounts to under the rule of today. Ask it of new predictions only: a stored
 * one carries the verdict of its day.
 */
export function edgeVerdictOf(edge: number): (typeof edgeVerdicts)[number] {
  if (Math.abs(edge) <= NO_EDGE_POINTS / 100) return "no_edge";
  return edge > 0 ? "edge_up" : "edge_down";
}

/**
 * Settled predictions that a percentage, its label or its bar needs, on every screen; below it the counts stand alone.
 * With 20 the 95% interval of a share near 70% is still 37 points wide, with 5 about 60.
 */
export const MIN_SETTLED_FOR_PERCENTAGE = 20;

/**
 * Settled predictions that a Brier score, a skill or a headline of the track record needs. With 100 the 95% interval of a skill
 * is still some 15 points wide.
 */
export const MIN_SETTLED_FOR_SKILL = 100;

/** Calibration bins: ten points of P(beat) each. */
export const CALIBRATION_BINS = 10;

export const ROLLING_PREDICTIONS = 250;

/** How a prediction came about: before a real report; the same, played from past data; on the simulated market ahead, or later. */
export const recordKinds = ["live", "rehearsed", "simulated", "replayed"] as const;

/** By market value, else by the number of analysts; the bounds are the reference classes'. */
export const companySizes = ["large", "medium", "small"] as const;

/** Days of the written rule in docs/settlement.md. */
export const settlementDays = {
  /** After the report's day, in which a reported figure must appear. */
  deadline: 10,
  /** A report that moves by more than this is no longer the one that was predicted. */
  maxMove: 60,
  review: 20,
  /** After a release of the company was found to contradict the source: an operator may decide, then the source's figure settles. */
  witnessReview: 5,
} as const;

export const WITNESS_PATIENCE_MINUTES = 45;

/** Which companies are predicted on record: those that the source lists with a consensus and, as far as it is known, */
export const universeRule = {
  pastReports: 4,
  priceUsd: 1,
} as const;

export const slateRule = {
  /** Reports of so many days are scored. */
  daysAhead: 14,
  /** UTC hour of the day before, at which a report before the opening, or of an unknown hour, is locked. */
  lockHourUtc: 21,
  /** Eastern time of the day at which a report after the close is locked: the close. */
  lockTimeAfterMarket: "16:00:00",
  /** Rounds come every hour; one locks what is due before the next, with a margin for a queue that is late. */
  lockAheadMinutes: 75,
} as const;

/** When predictions of people move from the database into files (`worker/record/past/border.ts`). */
export const pastRule = {
  /** The present season and so many before it stay, */
  seasons: 2,
  /** while the database is smaller than this; from then on this month and the last, */
  seasonsUntilBytes: 2e9,
  /** and from here on today and so many days. */
  monthsUntilBytes: 3e9,
  days: 7,
  /** In so full a database an open prediction waits in a file too, from a day after it until so many days before its report. */
  backDays: 3,
  /** Longer than a settlement is news, and than the week that a summary counts. */
  quietDays: 8,
} as const;

export const archiveRule = {
  /** Companies a day: of those that users have open predictions of, the next to report. */
  companiesADay: 60,
} as const;

/** What an API key may do: `analyze` counts against the plan's calls. */
export const apiScopes = ["read", "analyze"] as const;
export type ApiScope = (typeof apiScopes)[number];

export const webhookRule = {
  /** Pauses after the first attempt and each later one, about a day in all; every one is shorter or longer by up to the jitter. */
  retrySeconds: [30, 300, 1_800, 7_200, 18_000, 28_800, 32_400],
  jitter: 0.2,
  /** An answer that takes longer is a failure. */
  timeoutSeconds: 5,
  /** An endpoint that did not answer rests for so long; what is due meanwhile waits. */
  quietSeconds: 60,
  /** One that takes longer than this rests for so many times as long as it took, whatever it answered. */
  slowMilliseconds: 1_000,
  restFactor: 10,
  /** After so many days without a success an endpoint is paused. */
  pauseAfterDays: 3,
  /** After a rotation the secret before it signs too for so long. */
  bothSecretsHours: 24,
  /** A probability ahead that moved by so many points is sent. */
  movedPoints: 5,
} as const;

export const alertKinds = [
  "report_tomorrow",
  "report_today",
  "date_moved",
  "probability_moved",
  "prediction_settled",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertRule = {
  /** A probability that moved by so many points since the last alert, or since the company was added. */
  movedPoints: 5,
  /** Eastern times from which a report of the next day, and one of the day, is an alert. */
  tomorrowFrom: "12:00:00",
  todayFrom: "06:00:00",
  /** Reports of so many days are compared. */
  daysAhead: 30,
} as const;

export const OPEN_LARGEST_OF_WEEK = 20;

export const MAX_COMPARED = 4;

export const MAX_PEERS = 12;

/** Days that one call of the calendar may span, and one of a past moment, whose proof names each lock. */
export const MAX_CALENDAR_DAYS = 63;
export const MAX_CALENDAR_DAYS_AS_OF = 7;
/** Locks and settlements of the busiest week of a whole market, with room. */
export const MAX_PROVEN_ENTRIES = 6_000;

/** A free account analyses this often before its address must be confirmed. */
export const UNCONFIRMED_CALL_LIMIT = 2;

export const GRACE_DAYS = 7;

/** A token bucket: `capacity` at once, refilled evenly over `perSeconds`. */
export type RateRule = {
  capacity: number;
  perSeconds: number;
  /** What a person who is refused reads first; "Too many requests." where it is left out. */
  reason?: string;
};

/** Every rate limit, by name. Counted per network unless its name says otherwise. */
export const rateRules = {
  /** Per user: signed-in calls without a rule of their own. A screen reads with at most ten. */
  accountReads: { capacity: 600, perSeconds: 60 },
  accountWrites: { capacity: 120, perSeconds: 60 },
  /** Per user: a person reads a result before asking for the next; a script is slowed down. */
  analyze: { capacity: 60, perSeconds: 60 },
  /** Per user: a call takes one and puts it back once it counts, so these bound the runs that nobody pays for. */
  uncountedAnalysis: {
    capacity: 20,
    perSeconds: 3600,
    reason: "Too many of your analyses failed, were cancelled or are still running.",
  },
  record: { capacity: 240, perSeconds: 60 },
  publicPages: { capacity: 240, perSeconds: 60 },
  search: { capacity: 120, perSeconds: 60 },
  /** Per user: names like one that nobody has, which cost a source more searches. */
  nearestNames: { capacity: 12, perSeconds: 60 },
  signUp: { capacity: 200, perSeconds: 600 },
  /** Development runs only: a rehearsed season runs the hourly jobs of months. */
  developmentJobs: { capacity: 10_000, perSeconds: 600 },
  signInAddress: { capacity: 120, perSeconds: 60 },
  /** Passkeys asked for and checked, and sign-ins at a provider begun and finished. */
  signInWays: { capacity: 240, perSeconds: 60 },
  /** Sign-ups answered "taken": beyond them a network learns nothing of further addresses. */
  takenAddress: { capacity: 20, perSeconds: 3600 },
  checkout: { capacity: 60, perSeconds: 60 },
  setUp: { capacity: 60, perSeconds: 600 },
  paymentEvents: { capacity: 1_200, perSeconds: 60 },
  /** Wrong passwords for an account from one network: the eleventh at once waits, then one every 30 seconds. */
  signInAccount: { capacity: 10, perSeconds: 300 },
  /** The same from a device that signed in before: nobody else can use it up. */
  signInDevice: { capacity: 10, perSeconds: 300 },
  /** The same from all unknown devices: five networks can keep at it, more are a search for the password. */
  signInEverywhere: { capacity: 100, perSeconds: 600 },
  /** Per session: asking for one's own password again. Per account: codes of the second factor. */
  password: { capacity: 10, perSeconds: 60 },
  twoFactor: { capacity: 10, perSeconds: 600 },
  /** Per address: calls that send a mail or use a link of one; and per mailbox and kind of mail, so that nobody's is flooded. */
  mailedLink: { capacity: 60, perSeconds: 600 },
  mailbox: { capacity: 5, perSeconds: 900 },
  /** Per mailbox, kind of email and network that asks: emails that anyone can cause. */
  causedMail: { capacity: 3, perSeconds: 3600 },
  unsolicitedMail: { capacity: 10, perSeconds: DAY_SECONDS },
  /** Per user: calls with any of the user's API keys. */
  api: { capacity: 120, perSeconds: 60 },
  /** Per user: what apps ask for is read, allowed or denied; a reading may fetch an app's description. */
  appRequests: { capacity: 60, perSeconds: 600 },
  /** Tokens that connected apps get, renew and end; hosted assistants share their networks. */
  appTokens: { capacity: 600, perSeconds: 60 },
  /** Apps that register themselves: each is a stored row. */
  appRegistrations: { capacity: 60, perSeconds: 3600 },
  /** Wrong API keys and tokens from one network; the right one is not counted. */
  wrongApiKey: { capacity: 30, perSeconds: 60 },
  /** Per user: keys made. */
  apiKeys: { capacity: 20, perSeconds: 3600 },
  /** Per user: changes of the watchlist, and files imported into it. */
  watchlist: { capacity: 120, perSeconds: 60 },
  watchlistImport: { capacity: 20, perSeconds: 600 },
  /** Per user: webhook endpoints made, and secrets rotated. */
  webhookEndpoints: { capacity: 20, perSeconds: 3600 },
  /** Per user: test events and replays. */
  webhookSends: { capacity: 30, perSeconds: 600 },
  /** Per user: readings of the calendar feed, and addresses made. */
  calendarFeed: { capacity: 60, perSeconds: 3600 },
  wrongFeedAddress: { capacity: 30, perSeconds: 60 },
  /** Per user: requests to our support. */
  support: { capacity: 5, perSeconds: DAY_SECONDS },
  review: { capacity: 120, perSeconds: 60 },
  avatar: { capacity: 20, perSeconds: 600 },
  export: { capacity: 10, perSeconds: 600 },
} as const satisfies Record<string, RateRule>;

export type RateName = keyof typeof rateRules;
