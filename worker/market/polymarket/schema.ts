import { z } from "zod";
import { lenientNumber, lenientText } from "../lenient-schemas.ts";

/** Polymarket's lists are JSON arrays inside strings, such as `"[\"Yes\", \"No\"]"`. */
const listInText = z
  .string()
  .max(5_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "is no JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().max(200)).max(10));

/** A number that some answers give as text. */
const numberOrText = z
  .union([z.number(), z.string().max(40).transform(Number)])
  .nullish()
  .transform((value) => (typeof value === "number" && Number.isFinite(value) ? value : null))
  .catch(null);

const questionSchema = z.object({
  id: z.string().min(1).max(100),
  question: z.string().min(1).max(300),
  slug: z.string().min(1).max(200),
  description: lenientText(20_000),
  endDate: lenientText(40),
  closed: z.boolean(),
  active: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  acceptingOrders: z.boolean().nullish(),
  outcomes: listInText,
  clobTokenIds: listInText.nullish().catch(null),
  volumeNum: lenientNumber,
  volume: numberOrText,
  volume24hr: lenientNumber,
});
export type PolymarketQuestion = z.infer<typeof questionSchema>;

/** The most events of one page. Callers have asked for 500; general lists are cut at 100. */
const MAX_EVENTS = 500;
/** An event about EPS has one question. One about revenue has a few. */
const MAX_QUESTIONS_OF_EVENT = 50;

/** A page of events. A broken event or question is null, so that it is counted and harms no other. */
export const eventsSchema = z
  .array(
    z
      .object({
        slug: lenientText(200),
        markets: z.array(questionSchema.nullable().catch(null)).max(MAX_QUESTIONS_OF_EVENT),
      })
      .nullable()
      .catch(null),
  )
  .max(MAX_EVENTS);

const level = z.object({
  price: z.string().max(20).transform(Number).pipe(z.number().gt(0).lt(1)),
  size: z.string().max(40).transform(Number).pipe(z.number().gt(0)),
});

const MAX_LEVELS = 2_000;

/** An order book. A broken level makes the whole book unusable, because the best price may be the broken one. */
export const ordersSchema = z.object({
  bids: z.array(level).max(MAX_LEVELS),
  asks: z.array(level).max(MAX_LEVELS),
});
export type Orders = z.infer<typeof ordersSchema>;
