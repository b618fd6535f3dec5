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
  /** Above 15 bullish, below -15 bearish. */
  sentimentScore: z.number().min(-100).max(100),
  summary: z.string().max(1000),
  keyTopics: z.array(z.string().max(60)).max(12),
  articles: z.array(articleSchema).max(50),
  method: z.string().max(120),
});
export type NewsAnalysis = z.infer<typeof newsAnalysisSchema>;
