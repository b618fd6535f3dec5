import { z } from "zod";
import { calendarRowSchema, opensSchema } from "./calendar.ts";
import { MAX_COMPARED_PAST_REPORTS, pastReportSchema } from "./compare.ts";
import { personalText } from "./plain-text.ts";
import { MAX_WATCHED } from "./plans.ts";
import { dataModeSchema } from "./prediction.ts";
import { symbolMatchSchema } from "./symbol.ts";

export const MAX_NOTE_LENGTH = 500;
export const MAX_SUGGESTED = 12;

const probability = z.number().min(0).max(1);

const watchedReportSchema = calendarRowSchema.omit({
  symbol: true,
  name: true,
  sector: true,
  marketCap: true,
});

const watchedSchema = z.object({
  symbol: z.string().max(15),
  name: z.string().max(200),
  sector: z.string().max(80).nullable(),
  note: z.string().max(MAX_NOTE_LENGTH),
  addedAt: z.iso.datetime(),
  report: watchedReportSchema.nullable(),
  /** What the watchlist showed about this report at the reader's last visit. */
  seen: z
    .object({ at: z.iso.datetime(), reportDate: z.iso.date(), beatProbability: probability.nullable() })
    .nullable(),
  pastReports: z.array(pastReportSchema).max(MAX_COMPARED_PAST_REPORTS),
});
export type WatchlistEntry = z.infer<typeof watchedSchema>;

export const watchlistSchema = z.object({
  dataMode: dataModeSchema,
  asOf: z.iso.datetime(),
  today: z.iso.date(),
  opens: opensSchema,
  limit: z.number().int().nonnegative(),
  items: z.array(watchedSchema).max(MAX_WATCHED),
  suggestions: z.array(symbolMatchSchema).max(MAX_SUGGESTED),
});
export type Watchlist = z.infer<typeof watchlistSchema>;

export const watchedResponseSchema = z.object({ item: watchedSchema });

export const watchRequestSchema = z.object({
  note: personalText(MAX_NOTE_LENGTH, { isMultiline: true }).optional(),
});

export const watchResponseSchema = z.object({
  symbol: z.string().max(15),
  isNew: z.boolean(),
  limit: z.number().int().nonnegative(),
});

export const importRules = {
  maxBytes: 256 * 1024,
  maxLines: 5_000,
  maxUnread: 200,
} as const;

export const importResponseSchema = z.object({
  added: z.array(z.string().max(15)).max(MAX_WATCHED),
  known: z.array(z.string().max(15)).max(MAX_WATCHED),
  unread: z
    .array(
      z.object({
        line: z.number().int().positive(),
        text: z.string().max(80),
        reason: z.string().max(200),
      }),
    )
    .max(importRules.maxUnread),
  unreadCount: z.number().int().nonnegative(),
  leftOut: z.array(z.string().max(15)).max(importRules.maxUnread),
  leftOutCount: z.number().int().nonnegative(),
  limit: z.number().int().nonnegative(),
});
export type ImportResponse = z.infer<typeof importResponseSchema>;
