import { z } from "zod";

export const EXHIBIT_MAX_LENGTH = 4_000_000;
export const QUOTE_MAX_LENGTH = 600;

const epsBasis = z.enum(["gaap", "adjusted"]);
/** `quote` is the part of the release's canonical text that begins at the character `offset`. */
const quoted = { quote: z.string().min(1).max(QUOTE_MAX_LENGTH), offset: z.int().min(0) };
/** `basis` is null for revenue. */
const measure = { metric: z.enum(["eps", "revenue"]), basis: epsBasis.nullable() };
/**
 * EPS and revenue in the currency's main unit: cents and millions are already converted. The largest are revenues in
 * Korean won and Indonesian rupiahs.
 */
const figure = z.number().min(-1e15).max(1e15);

export const guidanceSchema = z.object({
  ...measure,
  period: z.string().max(120),
  periodKind: z.enum(["next_quarter", "full_year", "other"]),
  /**
   * The ends of the guided range, which are equal for a single figure. `high` is null for "at least", `low` is
   * null for "at most", and both are null when no figure is stated.
   */
  low: figure.nullable(),
  high: figure.nullable(),
  currency: z.string().length(3),
  /**
   * What the release did with its earlier guidance. `action` is null unless the text supports it, by a verb or
   * by stating the earlier range.
   */
  action: z.enum(["initiated", "raised", "lowered", "maintained", "narrowed", "withdrawn"]).nullable(),
  ...quoted,
});
export type Guidance = z.infer<typeof guidanceSchema>;

/**
 * Guidance that is stated as growth over the year before, in percent. It is never shown or compared as an
 * amount. `low` and `high` are as in guidance, and both are null for growth in words such as "low teens"; a decline is
 * negative.
 */
export const growthGuidanceSchema = z.object({
  ...measure,
  period: guidanceSchema.shape.period,
  periodKind: guidanceSchema.shape.periodKind,
  low: z.number().min(-100).max(10_000).nullable(),
  high: z.number().min(-100).max(10_000).nullable(),
  /** The figure that growth is measured from, in the currency's main unit; null when the text does not state it. */
  base: figure.nullable(),
  currency: guidanceSchema.shape.currency,
  action: guidanceSchema.shape.action,
  ...quoted,
});
export type GrowthGuidance = z.infer<typeof growthGuidanceSchema>;

const reportedFigureSchema = z.object({
  ...measure,
  value: figure,
  currency: z.string().length(3),
  /** Which EPS it is, where the release states both that of all operations and that of continuing ones. */
  operations: z.enum(["total", "continuing"]).optional(),
  ...quoted,
});
export type ReportedFigure = z.infer<typeof reportedFigureSchema>;

const outlookSentenceSchema = z.object(quoted);

export const releaseItemsSchema = z.object({
  guidance: z.array(guidanceSchema).max(40),
  growth: z.array(growthGuidanceSchema).max(20),
  reported: z.array(reportedFigureSchema).max(10),
  outlook: z.array(outlookSentenceSchema).max(20),
});
export type ReleaseItems = z.infer<typeof releaseItemsSchema>;

const reading = z.union([guidanceSchema, reportedFigureSchema]).nullable();
/**
 * A statement that the rule-based reader and the language model read differently. Neither reading is shown
 * until a reviewer has decided.
 */
export const disputedSchema = z.object({ rules: reading, model: reading });
export type Disputed = z.infer<typeof disputedSchema>;

export function isGuidance(item: Guidance | ReportedFigure): item is Guidance {
  return "periodKind" in item;
}

export const modelReadingSchema = z.object({
  guidance: z.array(guidanceSchema.omit({ offset: true })).max(40),
  reported: z.array(reportedFigureSchema.omit({ offset: true, operations: true })).max(10),
});
export type ModelReading = z.infer<typeof modelReadingSchema>;

/**
 * Asks the language model to read a release. It resolves to null when the model gives no usable answer, and
 * never rejects.
 */
export type AskReleaseModel = (text: string, signal: AbortSignal) => Promise<ModelReading | null>;
