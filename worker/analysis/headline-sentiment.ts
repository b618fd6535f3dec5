import { afinn165FinancialMarketNews as lexicon } from "afinn-165-financialmarketnews";
import type { Tone } from "#contract/news.ts";
import { clamp } from "./numbers.ts";

/** How sentiment was judged, as the response names it. */
export const SENTIMENT_METHOD = "word scores and direction rules";

/** Quantities that are good when they grow. */
const goodMore =
  "sales|revenues?|profits?|earnings|income|eps|margins?|orders?|demand|turnover|ebitda?|dividends?|deliver(?:y|ies)|shipments|guidance|outlook|forecasts?|estimates?|targets?|shares?|stock|backlog|subscribers|users|bookings|cash flow|volumes?";
/** Quantities that are bad when they grow. */
const badMore =
  "loss(?:es)?|costs?|debts?|expenses?|delays?|claims|layoffs|charges?|defaults?|inventor(?:y|ies)|impairments?";
const up =
  "rises?|rose|risen|rising|grow(?:s|n|ing)?|grew|increas(?:e|es|ed|ing)|jump(?:s|ed)?|surg(?:e|es|ed|ing)|climb(?:s|ed)?|soar(?:s|ed)?|up|higher|improv(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|doubl(?:e|es|ed)|expand(?:s|ed)?|gain(?:s|ed)?|strengthen(?:s|ed)?|beats?|tops?|exceed(?:s|ed)?|widen(?:s|ed)?";
const down =
  "falls?|fell|fallen|falling|drop(?:s|ped)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|down|lower(?:s|ed)?|slump(?:s|ed)?|slid(?:es?)?|sink(?:s)?|sank|plung(?:e|es|ed)|shr(?:ink|inks|ank|unk)|narrow(?:s|ed)?|cut(?:s)?|trim(?:s|med)?|reduc(?:e|es|ed)|weaken(?:s|ed)?|soften(?:s|ed)?|miss(?:es|ed)?|halv(?:e|es|ed)";

/** At most this many words between a quantity and its direction. */
const GAP = "(?:\\W+[\\w%.,'-]+){0,4}?\\W+";
const pairs = (quantity: string, direction: string) =>
  new RegExp(
    `\\b(?:(?:${quantity})\\b${GAP}(?:${direction})|(?:${direction})\\b${GAP}(?:${quantity}))\\b`,
    "i",
  );
const goodNews = [pairs(goodMore, up), pairs(badMore, down)];
const badNews = [pairs(goodMore, down), pairs(badMore, up)];

/** Points of one direction found, on the lexicon's scale of -5 to 5 a word. */
const DIRECTION_POINTS = 4;
/** Points at which a headline is as good or bad as can be. */
const FULL_POINTS = 6;
/** Below this the words cancel out or say nothing. */
const NEUTRAL_BELOW = 15;

/** Score of a headline from -100 to 100: the lexicon's word scores, and the direction in which quantities go. */
export function headlineScore(title: string): number {
  const words = title.toLowerCase().match(/[a-z][a-z'-]*/g) ?? [];
  const points = words.reduce(
    (sum, word) => sum + (Object.hasOwn(lexicon, word) ? (lexicon[word] ?? 0) : 0),
    0,
  );
  const directions =
    Number(goodNews.some((rule) => rule.test(title))) - Number(badNews.some((rule) => rule.test(title)));
  return clamp(Math.round((100 * (points + DIRECTION_POINTS * directions)) / FULL_POINTS), -100, 100);
}

/** Tone of a headline by its score. */
export function toneOf(score: number): Tone {
  if (score >= NEUTRAL_BELOW) return "positive";
  return score <= -NEUTRAL_BELOW ? "negative" : "neutral";
}
