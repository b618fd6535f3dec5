import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";
import { fearGreedSchema } from "./social.ts";
import { companyMatchSchema, symbolMatchSchema } from "./symbol.ts";

export const MAX_SEARCH_LENGTH = 80;

export const symbolSearchQuerySchema = z.object({ q: z.string().trim().max(MAX_SEARCH_LENGTH).default("") });

export const symbolSearchResponseSchema = z.object({
  matches: z.array(companyMatchSchema).max(10),
  resolved: z.string().max(15).nullable(),
  nearest: z.array(companyMatchSchema).max(5),
});
export type SymbolSearchResponse = z.infer<typeof symbolSearchResponseSchema>;

const listHead = { dataMode: dataModeSchema, source: z.string().max(80), asOf: z.iso.datetime() };

export const trendingResponseSchema = z.object({
  ...listHead,
  items: z.array(symbolMatchSchema).max(30).nullable(),
});
export type TrendingResponse = z.infer<typeof trendingResponseSchema>;

export const MAX_UPCOMING_REPORTS = 300;

const calendarItemSchema = symbolMatchSchema.extend({
  reportDate: z.iso.date(),
  session: z.enum(["pre", "post"]).nullable(),
  consensusEps: z.number().nullable(),
});
export const calendarResponseSchema = z.object({
  ...listHead,
  items: z.array(calendarItemSchema).max(MAX_UPCOMING_REPORTS).nullable(),
});
export type CalendarResponse = z.infer<typeof calendarResponseSchema>;

const count = z.number().int().nonnegative();

/**
 * How many reports beat the consensus. `low` and `high` are the 95% interval of the share of beats (0 to 1).
 */
const beatShareSchema = z.object({
  reported: count,
  beats: count,
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
});
export type BeatShare = z.infer<typeof beatShareSchema>;

/** `baseRate` is the mean base rate of those of the reports for which one was computed. */
export const seasonShareSchema = beatShareSchema.extend({ baseRate: z.number().min(0).max(1).nullable() });
export type SeasonShare = z.infer<typeof seasonShareSchema>;

/** The share of beats since the calendar quarter began (`since`), beside that of the last 90 days. */
export const seasonSoFarSchema = seasonShareSchema.extend({
  since: z.iso.date(),
  last90Days: beatShareSchema,
  sectors: z.array(seasonShareSchema.extend({ sector: z.string().max(80) })).max(30),
});
export type SeasonSoFar = z.infer<typeof seasonSoFarSchema>;

export const marketOverviewResponseSchema = z.object({
  ...listHead,
  mood: fearGreedSchema.nullable(),
  moodMissing: z.string().max(300).nullable(),
  season: seasonSoFarSchema,
});
export type MarketOverview = z.infer<typeof marketOverviewResponseSchema>;

export const coverageSchema = z.object({
  dataMode: dataModeSchema,
  companies: z.number().int().nonnegative(),
  sources: z.array(z.string().max(80)).max(20),
});
export type Coverage = z.infer<typeof coverageSchema>;
