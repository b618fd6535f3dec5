import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";

export const symbolMatchSchema = z.object({ symbol: z.string().max(15), name: z.string().max(200) });
export type SymbolMatch = z.infer<typeof symbolMatchSchema>;
/** GET /api/symbols?q= — ticker autocomplete. */
export const symbolSearchResponseSchema = z.object({ matches: z.array(symbolMatchSchema).max(12) });

const listHead = { dataMode: dataModeSchema, source: z.string().max(80), asOf: z.iso.datetime() };

/** GET /api/market/trending. `items` is null where the source has no such list. */
export const trendingResponseSchema = z.object({
  ...listHead,
  items: z.array(symbolMatchSchema).max(30).nullable(),
});
export type TrendingResponse = z.infer<typeof trendingResponseSchema>;

export const calendarItemSchema = symbolMatchSchema.extend({
  reportDate: z.iso.date(),
  /** Before the opening, after the close, or not known. */
  session: z.enum(["pre", "post"]).nullable(),
  consensusEps: z.number().nullable(),
});
/** GET /api/market/calendar: reports of the coming days. `items` is null where the source has no such list. */
export const calendarResponseSchema = z.object({
  ...listHead,
  items: z.array(calendarItemSchema).max(300).nullable(),
});
export type CalendarResponse = z.infer<typeof calendarResponseSchema>;
