import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";
import { fearGreedSchema } from "./social.ts";
import { companyMatchSchema, symbolMatchSchema } from "./symbol.ts";

/** The longest name of a company that is worth typing. */
export const MAX_SEARCH_LENGTH = 80;

export const symbolSearchQuerySchema = z.object({ q: z.string().trim().max(MAX_SEARCH_LENGTH).default("") });

/** GET /api/symbols?q= — companies by ticker or name, best first. */
export const symbolSearchResponseSchema = z.object({
  matches: z.array(companyMatchSchema).max(10),
  /** The ticker meant, where there is one reading only. */
  resolved: z.string().max(15).nullable(),
  /** The most similar companies where nothing matches. */
  nearest: z.array(companyMatchSchema).max(5),
});
export type SymbolSearchResponse = z.infer<typeof symbolSearchResponseSchema>;

const listHead = { dataMode: dataModeSchema, source: z.string().max(80), asOf: z.iso.datetime() };

/** GET /api/market/trending. `items` is null where the source has no such list. */
export const trendingResponseSchema = z.object({
  ...listHead,
  items: z.array(symbolMatchSchema).max(30).nullable(),
});
export type TrendingResponse = z.infer<typeof trendingResponseSchema>;

/** The next ones of a market; /api/calendar has them all. */
export const MAX_COMING_REPORTS = 300;

const calendarItemSchema = symbolMatchSchema.extend({
  reportDate: z.iso.date(),
  /** Before the opening, after the close, or not known. */
  session: z.enum(["pre", "post"]).nullable(),
  consensusEps: z.number().nullable(),
});
/** GET /api/market/calendar: reports of the coming days. `items` is null where the source has no such list. */
export const calendarResponseSchema = z.object({
  ...listHead,
  items: z.array(calendarItemSchema).max(MAX_COMING_REPORTS).nullable(),
});
export type CalendarResponse = z.infer<typeof calendarResponseSchema>;

const count = z.number().int().nonnegative();

/** Reports and how many beat the consensus, with the 95% interval of that share (0 to 1). */
const beatShareSchema = z.object({
  reported: count,
  beats: count,
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
});
export type BeatShare = z.infer<typeof beatShareSchema>;

/** The same beside the mean base rate (0 to 1) of those reports that were scored; null where none was. */
export const seasonShareSchema = beatShareSchema.extend({ baseRate: z.number().min(0).max(1).nullable() });
export type SeasonShare = z.infer<typeof seasonShareSchema>;

/** All reports since the calendar quarter began, beside those of the last 90 days. */
export const seasonSoFarSchema = seasonShareSchema.extend({
  since: z.iso.date(),
  last90Days: beatShareSchema,
  sectors: z.array(seasonShareSchema.extend({ sector: z.string().max(80) })).max(30),
});
export type SeasonSoFar = z.infer<typeof seasonSoFarSchema>;

/** GET /api/market/overview: the mood of the whole market and the season so far. */
export const marketOverviewResponseSchema = z.object({
  ...listHead,
  mood: fearGreedSchema.nullable(),
  /** Why there is no mood; null where there is one. */
  moodMissing: z.string().max(300).nullable(),
  season: seasonSoFarSchema,
});
export type MarketOverview = z.infer<typeof marketOverviewResponseSchema>;
