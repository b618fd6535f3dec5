import { z } from "zod";
import type { numbersIn } from "./format.ts";

/** The bases of an EPS figure: `adjusted` leaves out special items (non-GAAP), `gaap` does not. */
export const epsBases = ["adjusted", "gaap"] as const;
export type EpsBasis = (typeof epsBases)[number];

/** What a price must have to be compared with our number. */
export const priceQualityRule = {
  /** The largest difference between the best ask and the best bid, as a probability. */
  maxSpread: 0.1,
  /** The dollars offered within `nearMiddle` of the midpoint, bids and asks together, must be at least this. */
  minDepthUsd: 100,
  nearMiddle: 0.1,
  minVolumeUsd: 250,
  /** A price that was read longer ago than this is not sealed with a prediction. */
  maxAgeHours: 3,
} as const;

const share = z.number().min(0).max(1);
const usd = z.number().min(0).max(1e12);

/** The state of a question's order book at one moment. Prices are probabilities of Yes. */
const questionPriceSchema = z.object({
  /** Null when nobody bids, or nobody asks. */
  bid: share.nullable(),
  ask: share.nullable(),
  depthUsd: usd,
});
export type QuestionPrice = z.infer<typeof questionPriceSchema>;

/**
 * Why a price is not scored against our number. `strike`: the question asks about another figure than our consensus,
 * to the cent. `basis`: it asks about another kind of EPS than our consensus. `closes_early`: it closes before
 * our number is locked. `one_sided`: there is no bid or no ask. `wide_spread`, `shallow` and `little_traded`:
 * the price is too thin to compare. `not_traded_today`: nobody is known to have traded for a day.
 */
export const priceObjections = [
  "strike",
  "basis",
  "closes_early",
  "one_sided",
  "wide_spread",
  "shallow",
  "little_traded",
  "not_traded_today",
] as const;
export type PriceObjection = (typeof priceObjections)[number];

/** Each objection in words. A price with one of the last five is too thin to be compared with anything. */
export const objectionTexts: Readonly<Record<PriceObjection, string>> = {
  strike: "another EPS than the consensus",
  basis: "another basis of EPS",
  closes_early: "closed before our lock",
  one_sided: "no bid or no ask",
  wide_spread: `a spread of more than ${100 * priceQualityRule.maxSpread} cents`,
  shallow: "little on offer",
  little_traded: "little traded",
  not_traded_today: "no trade known in the last 24 hours",
};
const thinness: ReadonlySet<PriceObjection> = new Set(priceObjections.slice(3));

/** A price of a prediction market beside our number, and what keeps the two from being the same question. */
export const traderPriceSchema = z.object({
  venue: z.string().max(40),
  question: z.string().max(300),
  /** The venue's page about the question. Null for a simulated one. */
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable(),
  /** The midpoint of the best bid and the best ask, or null when one of them is missing. */
  price: share.nullable(),
  spread: share.nullable(),
  depthUsd: usd,
  volumeUsd: usd.nullable(),
  /** The dollars traded in the 24 hours before `readAt`. Null when the venue names no trade in that time. */
  dayVolumeUsd: usd.nullable(),
  strike: z.number(),
  basis: z.enum(epsBases).nullable(),
  /** The time at which the order book was read. */
  readAt: z.iso.datetime(),
  objections: z.array(z.enum(priceObjections)).max(priceObjections.length),
});
export type TraderPrice = z.infer<typeof traderPriceSchema>;

/** Whether the price is too thin to be compared with anything. */
export function isThin({ objections }: Pick<TraderPrice, "objections">): boolean {
  return objections.some((objection) => thinness.has(objection));
}

/** Whether the price answers our question and may be scored against our number. */
export function isComparable(
  price: Pick<TraderPrice, "objections" | "price">,
): price is TraderPrice & { price: number } {
  return price.price !== null && price.objections.length === 0;
}

type Texts = Pick<ReturnType<typeof numbersIn>, "number" | "percent" | "perShare">;

/** What a reader may see beside the price. `ours` is null when the reader's plan does not include our number. */
export type BesidePrice = {
  ours: number | null;
  baseRate: number | null;
  consensusEps: number | null;
  currency: string | null;
};

/** Says the traders' chance beside ours and that of similar companies, as far as the reader may see them. */
export function traderSentence(
  price: TraderPrice,
  { ours, baseRate }: Pick<BesidePrice, "ours" | "baseRate">,
  { number, percent, perShare }: Texts,
): string {
  const others = [
    ours === null ? null : `ours ${percent(ours)}`,
    baseRate === null ? null : `similar companies ${percent(baseRate)}`,
  ].filter((text) => text !== null);
  const besides = others.length > 0 ? `; ${others.join("; ")}` : "";
  if (price.price === null || price.spread === null) return `Traders: no price right now${besides}`;
  const traded = price.volumeUsd === null ? "" : `, $${number(price.volumeUsd, 0)} traded`;
  return `Traders: ${percent(price.price)} at ${perShare(price.spread, "USD")} spread${traded}${besides}`;
}

/** Says how much was traded in the 24 hours before the price, or nothing when no trade is known. */
export function lastTradedText({ dayVolumeUsd }: TraderPrice, { number }: Pick<Texts, "number">): string {
  return dayVolumeUsd ? `, $${number(Math.max(1, dayVolumeUsd), 0)} traded in the 24 hours before` : "";
}

/** Says what keeps the price from being compared with our number, or returns null when nothing does. */
export function traderCaveat(
  { objections, strike, basis }: Pick<TraderPrice, "objections" | "strike" | "basis">,
  { consensusEps, currency }: Pick<BesidePrice, "consensusEps" | "currency">,
  { perShare }: Pick<Texts, "perShare">,
): string | null {
  const has = (objection: PriceObjection) => objections.includes(objection);
  const thin = objections.filter((objection) => thinness.has(objection) && objection !== "one_sided");
  const sentences = [
    has("strike") &&
      `Their question is about an EPS above ${perShare(strike, currency)}, ours about ${perShare(consensusEps, currency)}.`,
    has("basis") &&
      (basis === null
        ? "Their question does not say which kind of EPS it means."
        : `Their question is about ${basis === "gaap" ? "GAAP" : "adjusted"} EPS, our consensus is not.`),
    has("closes_early") && "Their question closes before we lock our number.",
    thin.length > 0 &&
      `Too thin to compare: ${thin.map((objection) => objectionTexts[objection]).join(", ")}.`,
  ];
  const said = sentences.filter((sentence) => sentence !== false);
  return said.length === 0 ? null : said.join(" ");
}
