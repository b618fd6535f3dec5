import { z } from "zod";

export const toneSchema = z.enum(["positive", "negative", "neutral"]);
export type Tone = z.infer<typeof toneSchema>;

export const sentimentSchema = z.enum(["bullish", "bearish", "neutral"]);
export type Sentiment = z.infer<typeof sentimentSchema>;

const articleSchema = z.object({
  title: z.string().max(500),
  description: z.string().max(1000).nullable(),
  source: z.object({ name: z.string().max(120) }),
  publishedAt: z.iso.datetime(),
  url: z.url({ protocol: /^https?$/ }).max(2000),
  sentiment: toneSchema,
  score: z.number().min(-100).max(100),
});
export type Article = z.infer<typeof articleSchema>;

export const newsAnalysisSchema = z.object({
  overallSentiment: sentimentSchema,
  /** The sentiment of the news, from -100 to 100. Above 15 is bullish, below -15 is bearish. */
  sentimentScore: z.number().min(-100).max(100),
  summary: z.string().max(1000),
  keyTopics: z.array(z.string().max(60)).max(12),
  articles: z.array(articleSchema).max(50),
  method: z.string().max(120),
});
export type NewsAnalysis = z.infer<typeof newsAnalysisSchema>;

const ratingDistributionSchema = z.object({
  strongBuy: z.number().int().nonnegative(),
  buy: z.number().int().nonnegative(),
  hold: z.number().int().nonnegative(),
  sell: z.number().int().nonnegative(),
  strongSell: z.number().int().nonnegative(),
});
export type RatingDistribution = z.infer<typeof ratingDistributionSchema>;

const ratingConsensusSchema = z.enum(["strong buy", "buy", "hold", "sell", "strong sell"]);

const mentionSchema = z.object({
  source: z.string().max(120),
  sentiment: toneSchema,
  text: z.string().max(500),
  engagement: z.number().int().nonnegative().nullable(),
  timestamp: z.iso.datetime(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
});
export type Mention = z.infer<typeof mentionSchema>;

/**
 * The consensus EPS of the coming quarter now and on earlier days, in the reporting currency, and the number of
 * analysts who raised or lowered their estimates in the last 7 and 30 days.
 */
const estimateRevisionsSchema = z.object({
  current: z.number().nullable(),
  daysAgo7: z.number().nullable(),
  daysAgo30: z.number().nullable(),
  daysAgo60: z.number().nullable(),
  daysAgo90: z.number().nullable(),
  upLast7: z.number().int().nonnegative().nullable(),
  upLast30: z.number().int().nonnegative().nullable(),
  downLast7: z.number().int().nonnegative().nullable(),
  downLast30: z.number().int().nonnegative().nullable(),
});
export type EstimateRevisions = z.infer<typeof estimateRevisionsSchema>;

export const fearGreedSchema = z.object({
  /** 0 is fear and 100 is greed; above 60 is Greed, below 40 is Fear. */
  value: z.number().min(0).max(100),
  label: z.enum(["Fear", "Neutral", "Greed"]),
  formula: z.string().max(500),
  inputs: z
    .array(z.object({ name: z.string().max(80), value: z.number(), score: z.number().min(0).max(100) }))
    .max(6),
});
export type FearGreed = z.infer<typeof fearGreedSchema>;

/**
 * The analysts' and the public's opinion of the company, with the field names of the product specification.
 * Parts without a source are null or empty.
 */
export const socialSentimentSchema = z.object({
  overall_sentiment: sentimentSchema,
  /** From -100 to 100; above 20 is bullish, below -20 is bearish. */
  sentiment_score: z.number().min(-100).max(100),
  /** The number of social messages in the last 30 days. `volume_score` is null when they were not counted. */
  volume_score: z.number().nonnegative().nullable(),
  /**
   * The number of analysts' rating changes in the last 30 days. `rating_changes` is null when it is unknown.
   */
  rating_changes: z.number().int().nonnegative().nullable(),
  social_momentum: z.enum(["rising", "falling", "steady"]).nullable(),
  analyst_ratings: z
    .object({
      consensus: ratingConsensusSchema.nullable(),
      price_targets: z.object({ average: z.number(), high: z.number(), low: z.number() }).nullable(),
      rating_distribution: ratingDistributionSchema.nullable(),
      analystCount: z.number().int().nonnegative().nullable(),
    })
    .nullable(),
  recent_mentions: z.array(mentionSchema).max(50),
  trending_topics: z.array(z.string().max(60)).max(12),
  key_influencers: z.array(z.string().max(120)).max(12),
  news_sentiment: z
    .object({
      positive_articles: z.number().int(),
      negative_articles: z.number().int(),
      neutral_articles: z.number().int(),
      total_articles: z.number().int(),
    })
    .nullable(),
  estimate_revisions: estimateRevisionsSchema.nullable(),
  fear_greed_index: fearGreedSchema.nullable(),
});
export type SocialSentiment = z.infer<typeof socialSentimentSchema>;
