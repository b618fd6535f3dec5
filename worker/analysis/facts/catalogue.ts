import { ofKind } from "./definition.ts";

export const companyFacts = {
  ...ofKind("company", { name: { label: "Company", about: ["company"] } }),
  ...ofKind("price", {
    price: { label: "Share price", about: ["share price"] },
    close: { label: "Close", about: ["last close", "close"] },
    technicals: { label: "Daily prices and indicators", about: ["daily prices"] },
  }),
  ...ofKind("earnings_date", {
    reportDate: { label: "Report date", about: ["report", "reports", "report date"] },
    reportSession: { label: "Time of the report", about: [], computedBy: "sessionName" },
    dateStanding: { label: "Standing of the report date", about: [], computedBy: "dateStandingOf" },
    reportDateEnd: { label: "Report date, to", about: ["report", "reports", "report date"] },
  }),
};

const change = { unit: "%", computedBy: "percentChange" } as const;

export const estimateFacts = ofKind("estimate", {
  consensus: { label: "Consensus EPS", about: ["consensus", "consensus estimate"] },
  analystCount: { label: "Analysts in the consensus", about: ["analysts", "analyst"], unit: "analysts" },
  lowestEstimate: { label: "Lowest estimate", about: ["lowest estimate", "lowest"] },
  highestEstimate: { label: "Highest estimate", about: ["highest estimate", "highest"] },
  yearAgoEps: { label: "EPS a year ago", about: ["year ago", "year earlier"] },
  growth: {
    label: "Consensus EPS against a year ago",
    about: ["year ago", "year earlier"],
    between: ["consensus", "yearAgoEps"],
    ...change,
  },
  expectedLow: { label: "Expected EPS, 80% interval from", about: [], computedBy: "expectedEpsFrom" },
  expectedHigh: { label: "Expected EPS, 80% interval to", about: [], computedBy: "expectedEpsFrom" },
  expectedEps: {
    label: "Expected EPS",
    about: ["expected eps", "our expectation"],
    between: ["expectedEps", "consensus"],
    computedBy: "expectedEpsOf",
  },
});

export const historyFacts = ofKind("eps_history", {
  history: { label: "Reported quarters", about: ["reported quarters"] },
  lastSurprise: { label: "Surprise of the last report", about: ["last report", "last quarter"], ...change },
  countedReports: {
    label: "Newest reports in which beats are counted",
    about: ["last reports"],
    unit: "reports",
    computedBy: "resultOf",
  },
  beatStreak: { label: "Beats in a row", about: [], unit: "reports", computedBy: "streaksOf" },
  otherStreak: {
    label: "Reports in a row without a beat",
    about: [],
    unit: "reports",
    computedBy: "streaksOf",
  },
  medianSurprise: {
    label: "Median surprise of the last reports",
    about: [],
    unit: "%",
    computedBy: "medianSurprise",
  },
  olderQuarters: {
    label: "Earlier reports from the stored history",
    about: ["stored history"],
    unit: "reports",
    needsFigure: true,
  },
});

export const analystFacts = {
  ...ofKind("revision", { revisions: { label: "Revisions of the consensus", about: ["revisions"] } }),
  ...ofKind("rating", {
    ratings: { label: "Analyst ratings", about: ["analyst ratings"] },
    ratingCount: {
      label: "Analyst ratings in all",
      about: ["ratings in all"],
      unit: "analysts",
      computedBy: "ratingCount",
    },
    ratingConsensus: { label: "Mean rating", about: [], computedBy: "ratingConsensus" },
  }),
  ...ofKind("price_target", {
    targets: { label: "Price targets", about: ["price targets"] },
    targetGap: {
      label: "Mean price target against the share price",
      about: ["share price"],
      between: ["meanTarget", "price"],
      ...change,
    },
  }),
};

export const technicalFacts = ofKind("technical", {
  rsi: {
    label: "RSI (14-day)",
    about: ["14 day rsi", "rsi"],
    unit: "points",
    computedBy: "rsiSeries",
    needs: 15,
  },
  macd: {
    label: "MACD (12, 26, 9)",
    about: ["macd"],
    between: ["macd", "macdSignal"],
    computedBy: "macdSeries",
    needs: 34,
  },
  macdSignal: { label: "MACD signal line", about: ["signal line"], computedBy: "macdSeries", needs: 34 },
  averagesTrend: {
    label: "Trend of the moving averages",
    about: ["moving averages"],
    computedBy: "averagesTrend",
    needs: 20,
  },
  support: { label: "Support", about: ["support"], computedBy: "supportAndResistance", needs: 11 },
  resistance: { label: "Resistance", about: ["resistance"], computedBy: "supportAndResistance", needs: 11 },
  averageVolume: {
    label: "Average volume of 20 days",
    about: ["average volume"],
    unit: "shares",
    computedBy: "volumeTrend",
    needs: 40,
  },
  volumeTrend: { label: "Trend of the volume", about: ["volume"], computedBy: "volumeTrend", needs: 40 },
  technicalScore: {
    label: "Technical score",
    about: ["technical score", "technical picture"],
    unit: "points",
    computedBy: "technicalScore",
    needs: 15,
  },
});

export const optionFacts = ofKind("options", {
  impliedMove: {
    label: "Move implied by the options",
    about: ["implied move"],
    unit: "%",
    computedBy: "impliedMovePercent",
    note: "At-the-money call and put together, as a percentage of the share price.",
  },
  straddle: { label: "At-the-money straddle", about: ["straddle"], computedBy: "atTheMoney" },
  straddleStrike: { label: "Strike of the straddle", about: ["strike"] },
  spot: { label: "Share price in the option chain", about: ["option chain"] },
  averageMove: {
    label: "Average size of the move over past reports",
    about: ["average move"],
    unit: "%",
    computedBy: "averageMove",
  },
  beatsThatRose: { label: "Beats after which the share rose", about: [], computedBy: "beatsThatRose" },
});

const articles = { unit: "articles", computedBy: "toneCounts", needsFigure: true } as const;

export const newsFacts = ofKind("news", {
  news: { label: "News", about: ["news"] },
  newsScore: {
    label: "Tone of the headlines",
    about: ["headlines"],
    unit: "points",
    computedBy: "newsScore",
  },
  articleCount: { label: "Articles analysed", about: ["articles"], ...articles },
  positiveArticles: { label: "Articles in a positive tone", about: ["positive in tone"], ...articles },
  negativeArticles: { label: "Articles in a negative tone", about: ["negative in tone"], ...articles },
  neutralArticles: { label: "Articles in a neutral tone", about: ["neutral in tone"], ...articles },
});

export const socialFacts = {
  ...ofKind("social", {
    socialScore: {
      label: "Sentiment of analysts and messages",
      about: ["sentiment of analysts", "social sentiment"],
      unit: "points",
      computedBy: "socialScore",
      note: "Ratings, estimate revisions, rating changes and labelled messages, from -100 to 100.",
    },
    mentions: {
      label: "Messages in 30 days",
      about: ["mentions", "messages in 30 days"],
      unit: "messages",
      computedBy: "recentCount",
    },
    ratingChanges: {
      label: "Rating changes in 30 days",
      about: ["rating changes in 30 days"],
      unit: "changes",
      computedBy: "recentCount",
    },
    messages: { label: "Messages of investors", about: ["messages"] },
  }),
  ...ofKind("market", {
    fearGreed: {
      label: "Fear and greed index",
      about: ["fear and greed index"],
      unit: "points",
      computedBy: "fearGreed",
    },
  }),
};
