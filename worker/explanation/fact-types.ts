import { confidenceLevels, confidenceNames } from "#contract/rules.ts";
import { SECTORS } from "#model/sector.ts";

/**
 * The values that a fact may have in a sentence. A fact with another value fills no slot, so implausible data
 * of a source reaches no sentence.
 */
export type FactType =
  | { kind: "number"; min: number; max: number; isWhole: boolean }
  | { kind: "money" }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "day" }
  | { kind: "name" }
  | { kind: "quotation" };

const number = (min: number, max: number) => ({ kind: "number", min, max, isWhole: false }) as const;
const share = number(0, 100);
const points = number(-100, 100);
const change = number(-10_000, 10_000);
const count = { kind: "number", min: 0, max: 100_000, isWhole: true } as const;
const money = { kind: "money" } as const;
const day = { kind: "day" } as const;
const choice = <const Value extends string>(...values: Value[]) => ({ kind: "choice", values }) as const;

/**
 * The type of each fact that sentences use, by the fact's key. A key that ends in " *" stands for a family of
 * facts: "headline *" for all with keys like "headline https://…".
 */
export const factTypes = {
  name: { kind: "name" },
  prediction: choice("beat", "miss"),
  probability: share,
  missProbability: share,
  baseRate: share,
  edgeVerdict: choice("no edge", "above", "below"),
  confidence: choice(...confidenceLevels.map((level) => confidenceNames[level])),
  classCount: count,
  classSize: choice("large", "medium", "small"),
  classEarnings: choice("profitable", "loss-making"),
  classSector: choice(...SECTORS),
  classLow: share,
  classHigh: share,
  bandCount: count,
  bandFrom: share,
  bandTo: share,
  bandHitRate: share,
  bandLow: share,
  bandHigh: share,
  startProbability: share,
  "points historicalAccuracy": points,
  "points pastEpsTrends": points,
  "points analystRatings": points,
  "points marketSentiment": points,
  "points trend": points,
  featureTier: choice(
    "all past quarters, and the market around them",
    "up to 40 past quarters, without the market around them",
    "at most four past quarters, and the market around them",
    "at most four past quarters, without the market around them",
  ),
  consensus: money,
  analystCount: count,
  lowestEstimate: money,
  highestEstimate: money,
  yearAgoEps: money,
  growth: change,
  expectedEps: money,
  expectedLow: money,
  expectedHigh: money,
  reportDate: day,
  reportDateEnd: day,
  reportMovedFrom: day,
  dateStanding: choice("confirmed", "estimated", "passed"),
  reportSession: choice("before the market opens", "after the market closes"),
  beatCount: count,
  missCount: count,
  metCount: count,
  countedReports: count,
  beatStreak: count,
  otherStreak: count,
  lastSurprise: change,
  medianSurprise: change,
  olderQuarters: count,
  "revision 7": change,
  "revision 30": change,
  "revision 90": change,
  "up 7": count,
  "down 7": count,
  "up 30": count,
  "down 30": count,
  ratingCount: count,
  ratingsRaised: count,
  ratingsCut: count,
  ratingConsensus: choice("strong buy", "buy", "hold", "sell", "strong sell"),
  price: money,
  meanTarget: money,
  lowestTarget: money,
  highestTarget: money,
  targetGap: change,
  rsi: share,
  averagesTrend: choice("bullish", "bearish", "neutral"),
  close: money,
  sma200: money,
  support: money,
  resistance: money,
  volumeTrend: choice("increasing", "decreasing", "stable"),
  technicalScore: points,
  impliedMove: share,
  averageMove: share,
  straddle: money,
  typicalMove: share,
  moveBand: share,
  movesMeasured: count,
  movesBeyondImplied: count,
  beatsMeasured: count,
  beatsRose: count,
  largeBeatReports: count,
  roseAfterLargeBeat: share,
  beatReports: count,
  roseAfterBeat: share,
  missReports: count,
  roseAfterMiss: share,
  newsScore: points,
  articleCount: count,
  positiveArticles: count,
  negativeArticles: count,
  socialScore: points,
  mentions: count,
  ratingChanges: count,
  fearGreed: share,
  marketBeatRate: share,
  seasonBeatRate: share,
  peerReports: count,
  peerBeats: count,
  industryReports: count,
  industryBeats: count,
  guidedLow: money,
  guidedHigh: money,
  guidedOn: day,
  guidedConsensus: money,
  yearGuidance: choice("initiated", "raised", "lowered", "maintained", "narrowed", "withdrawn"),
  yearGuidanceOn: day,
  guidedGrowthLow: change,
  guidedGrowthHigh: change,
  guidedGrowthOn: day,
  guidedQuarters: count,
  aboveGuidance: count,
  belowGuidance: count,
  traderPrice: share,
  traderGap: { kind: "number", min: -100, max: 100, isWhole: true },
  "headline *": { kind: "quotation" },
  "message *": { kind: "quotation" },
} as const satisfies Record<string, FactType>;

export type FactKey = keyof typeof factTypes;
