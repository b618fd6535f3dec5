import { z } from "zod";

/** Where a fact stands: answered just now, from our cache, not to be had, or simulated. */
export const evidenceStateSchema = z.enum(["live", "cached", "missing", "sample"]);
export type EvidenceState = z.infer<typeof evidenceStateSchema>;

const evidenceKindSchema = z.enum([
  "company",
  "estimate",
  "earnings_date",
  "eps_history",
  "model",
  "revision",
  "rating",
  "price_target",
  "price",
  "technical",
  "news",
  "social",
  "options",
  "market",
]);
export type EvidenceKind = z.infer<typeof evidenceKindSchema>;

/** One fact an analysis rests on. Text cites it as `[F12]`, where `F12` is the id. */
export const evidenceSchema = z.object({
  id: z.string().regex(/^F[1-9][0-9]{0,3}$/),
  kind: evidenceKindSchema,
  label: z.string().max(200),
  /** Null exactly when the state is `missing`. */
  value: z.union([z.number(), z.string().max(500)]).nullable(),
  /** "USD", "%", "analysts", "points", "days", "shares", or null for plain text. */
  unit: z.string().max(20).nullable(),
  /** Readable name of who said it: "Yahoo Finance", "Beatcast model", "Sample market". */
  source: z.string().max(80),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  /** UTC instant at which the source said it. */
  asOf: z.iso.datetime(),
  state: evidenceStateSchema,
  /** Why it is missing, or how it was computed. */
  note: z.string().max(300).nullable(),
  /** The function of ours that computed it; null when the value stands in the source's answer as it is. */
  computedBy: z.string().max(60).nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** A source link under an analysis. `verified`: the source answered us with what is cited; its headlines were not opened. */
export const citationSchema = z.object({
  title: z.string().max(300),
  url: z.url({ protocol: /^https?$/ }).max(2000),
  snippet: z.string().max(500).optional(),
  verified: z.boolean(),
});
export type Citation = z.infer<typeof citationSchema>;
