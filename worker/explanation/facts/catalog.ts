import type { EvidenceKind } from "#contract/evidence.ts";
import {
  computedFrom,
  type EvidenceOrigin,
  type EvidenceSet,
  type FactValue,
  type NewFact,
} from "../evidence.ts";

export type FactDefinition = {
  key: string;
  kind: EvidenceKind;
  label: string;
  unit?: string;
  /**
   * The name of our function that computes the value, if any. The source of such a fact reads "Beatcast, from
   * …".
   */
  computedBy?: string;
  note?: string;
  /** The number of days of prices that the indicator needs. */
  needs?: number;
};

type Row = Omit<FactDefinition, "key" | "kind">;

/** Completes definitions of facts with their keys, which are the names of the rows, and with their kind. */
export function factDefinitionsOfKind<Name extends string>(kind: EvidenceKind, rows: Record<Name, Row>) {
  const definitions = Object.entries<Row>(rows).map(([key, row]) => [key, { key, kind, ...row }]);
  return Object.fromEntries(definitions) as Record<Name, FactDefinition>;
}

/**
 * Adds a fact with its value. A null value adds nothing; `addMissing` adds a row that says why a value is
 * missing.
 */
export type FactAdder = (fact: FactDefinition, value: FactValue | null, details?: Partial<NewFact>) => void;

/** Returns a function that adds facts from one source to the evidence. */
export function factAdderFor(evidence: EvidenceSet, origin: EvidenceOrigin): FactAdder {
  const computed = computedFrom(origin);
  return (fact, value, details) => {
    if (value === null) return;
    evidence.add({ ...fact, origin: fact.computedBy ? computed : origin, ...details, value });
  };
}

export const companyFacts = {
  ...factDefinitionsOfKind("company", { name: { label: "Company" } }),
  ...factDefinitionsOfKind("price", {
    price: { label: "Share price" },
    close: { label: "Close" },
    technicals: { label: "Daily prices and indicators" },
  }),
  ...factDefinitionsOfKind("earnings_date", {
    reportDate: { label: "Report date" },
    reportSession: { label: "Time of the report", computedBy: "sessionName" },
    dateStanding: { label: "Standing of the report date", computedBy: "dateStandingOf" },
    reportDateEnd: { label: "Report date, to" },
    reportMovedFrom: { label: "Report date before it moved" },
  }),
};

const change = { unit: "%", computedBy: "percentChange" } as const;

export const estimateFacts = factDefinitionsOfKind("estimate", {
  consensus: { label: "Consensus EPS" },
  analystCount: { label: "Analysts in the consensus", unit: "analysts" },
  lowestEstimate: { label: "Lowest estimate" },
  highestEstimate: { label: "Highest estimate" },
  yearAgoEps: { label: "EPS a year ago" },
  growth: { label: "Consensus EPS against a year ago", ...change },
  expectedLow: { label: "Expected EPS, 80% interval from", computedBy: "expectedEpsFrom" },
  expectedHigh: { label: "Expected EPS, 80% interval to", computedBy: "expectedEpsFrom" },
  expectedEps: { label: "Expected EPS", computedBy: "expectedEpsOf" },
});

export const historyFacts = factDefinitionsOfKind("eps_history", {
  history: { label: "Reported quarters" },
  lastSurprise: { label: "Surprise of the last report", ...change },
  countedReports: {
    label: "Newest reports in which beats are counted",
    unit: "reports",
    computedBy: "resultOf",
  },
  beatStreak: { label: "Beats in a row", unit: "reports", computedBy: "streaksOf" },
  otherStreak: { label: "Reports in a row without a beat", unit: "reports", computedBy: "streaksOf" },
  medianSurprise: { label: "Median surprise of the last reports", unit: "%", computedBy: "medianSurprise" },
  doubtfulQuarters: { label: "Reports left out as doubtful", unit: "reports" },
  olderQuarters: { label: "Earlier reports from the stored history", unit: "reports" },
});

export const analystFacts = {
  ...factDefinitionsOfKind("revision", { revisions: { label: "Revisions of the consensus" } }),
  ...factDefinitionsOfKind("rating", {
    ratings: { label: "Analyst ratings" },
    ratingCount: { label: "Analyst ratings in all", unit: "analysts", computedBy: "ratingCount" },
    ratingConsensus: { label: "Mean rating", computedBy: "ratingConsensus" },
    ratingsRaised: { label: "Ratings raised in 30 days", unit: "ratings", computedBy: "recentCount" },
    ratingsCut: { label: "Ratings cut in 30 days", unit: "ratings", computedBy: "recentCount" },
  }),
  ...factDefinitionsOfKind("price_target", {
    targets: { label: "Price targets" },
    targetGap: { label: "Mean price target against the share price", ...change },
  }),
};

export const technicalFacts = factDefinitionsOfKind("technical", {
  rsi: {
    label: "RSI (14-day)",
    unit: "points",
    computedBy: "rsiSeries",
    needs: 15,
  },
  macd: {
    label: "MACD (12, 26, 9)",
    computedBy: "macdSeries",
    needs: 34,
  },
  macdSignal: { label: "MACD signal line", computedBy: "macdSeries", needs: 34 },
  averagesTrend: { label: "Trend of the moving averages", computedBy: "averagesTrend", needs: 20 },
  support: { label: "Support", computedBy: "supportAndResistance", needs: 11 },
  resistance: { label: "Resistance", computedBy: "supportAndResistance", needs: 11 },
  averageVolume: { label: "Average volume of 20 days", unit: "shares", computedBy: "volumeTrend", needs: 40 },
  volumeTrend: { label: "Trend of the volume", computedBy: "volumeTrend", needs: 40 },
  technicalScore: { label: "Technical score", unit: "points", computedBy: "technicalScore", needs: 15 },
});

export const optionFacts = factDefinitionsOfKind("options", {
  impliedMove: {
    label: "Move implied by the options for the report",
    unit: "%",
    computedBy: "eventMove",
    note: "Its mean size. From the at-the-money call and put of two expiries: what the share moves on days without the report is taken off.",
  },
  straddle: { label: "At-the-money straddle", computedBy: "atTheMoney" },
  straddleStrike: { label: "Strike of the straddle" },
  spot: { label: "Share price in the option chain" },
  averageMove: { label: "Average size of the move over past reports", unit: "%", computedBy: "averageMove" },
  beatsThatRose: { label: "Beats after which the share rose", computedBy: "beatsThatRose" },
});

const articles = { unit: "articles", computedBy: "toneCounts" } as const;

export const newsFacts = factDefinitionsOfKind("news", {
  news: { label: "News" },
  newsScore: { label: "Tone of the headlines", unit: "points", computedBy: "newsScore" },
  articleCount: { label: "Articles analyzed", ...articles },
  positiveArticles: { label: "Articles in a positive tone", ...articles },
  negativeArticles: { label: "Articles in a negative tone", ...articles },
  neutralArticles: { label: "Articles in a neutral tone", ...articles },
});

export const socialFacts = {
  ...factDefinitionsOfKind("social", {
    socialScore: {
      label: "Sentiment of analysts and messages",
      unit: "points",
      computedBy: "socialScore",
      note: "Ratings, estimate revisions, rating changes and labeled messages, from -100 to 100.",
    },
    mentions: { label: "Messages in 30 days", unit: "messages", computedBy: "recentCount" },
    ratingChanges: { label: "Rating changes in 30 days", unit: "changes", computedBy: "recentCount" },
    messages: { label: "Messages of investors" },
  }),
  ...factDefinitionsOfKind("market", {
    fearGreed: { label: "Fear and greed index", unit: "points", computedBy: "fearGreed" },
  }),
};
