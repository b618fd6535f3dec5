import { money } from "../figures.ts";
import { statement } from "../statement.ts";

const OVERBOUGHT = 70;
const OVERSOLD = 30;

/** Statements on the share's price and volume. These facts are no input of the model's probability. */
/** The technical score runs from 0 (bearish) to 100 (bullish). */
const NEUTRAL_TECHNICAL_SCORE = 50;

export const trading = [
  statement({
    name: "rsi-overbought",
    group: "context",
    slots: { rsi: "rsi" },
    side: "context",
    holds: ({ rsi }) => rsi > OVERBOUGHT,
    wordings: [
      ({ rsi }) => `The share has run up: its 14-day RSI of ${Math.round(rsi)} counts as overbought.`,
      ({ rsi }) => `At ${Math.round(rsi)} the 14-day RSI is in the overbought zone.`,
    ],
    tag: ({ rsi }) => `14-day RSI ${Math.round(rsi)}, overbought`,
  }),
  statement({
    name: "rsi-oversold",
    group: "context",
    slots: { rsi: "rsi" },
    side: "context",
    holds: ({ rsi }) => rsi < OVERSOLD,
    wordings: [
      ({ rsi }) => `The share has sold off: its 14-day RSI of ${Math.round(rsi)} counts as oversold.`,
      ({ rsi }) => `At ${Math.round(rsi)} the 14-day RSI is in the oversold zone.`,
    ],
    tag: ({ rsi }) => `14-day RSI ${Math.round(rsi)}, oversold`,
  }),
  statement({
    name: "rsi-neutral",
    group: "context",
    slots: { rsi: "rsi" },
    side: "context",
    holds: ({ rsi }) => rsi >= OVERSOLD && rsi <= OVERBOUGHT,
    wordings: [
      ({ rsi }) => `The 14-day RSI of ${Math.round(rsi)} is neutral.`,
      ({ rsi }) => `At ${Math.round(rsi)} the 14-day RSI is neither high nor low.`,
    ],
    tag: ({ rsi }) => `14-day RSI ${Math.round(rsi)}, neutral`,
  }),
  statement({
    name: "averages-trend",
    group: "context",
    slots: { trend: "averagesTrend" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ trend }) => `The moving averages of the price are ${trend}.`,
      ({ trend }) => `By its moving averages the price trend is ${trend}.`,
    ],
    tag: ({ trend }) => `Moving averages ${trend}`,
  }),
  statement({
    name: "above-long-average",
    group: "context",
    slots: { close: "close", average: "sma200" },
    side: "context",
    holds: ({ close, average }) => close.currency === average.currency && close.amount > average.amount,
    wordings: [
      ({ close, average }) =>
        `The share closed at ${money(close)}, above its 200-day average of ${money(average)}.`,
      ({ close, average }) =>
        `With a close of ${money(close)} it trades over its 200-day average, ${money(average)}.`,
    ],
    tag: () => "Above the 200-day average",
  }),
  statement({
    name: "below-long-average",
    group: "context",
    slots: { close: "close", average: "sma200" },
    side: "context",
    holds: ({ close, average }) => close.currency === average.currency && close.amount < average.amount,
    wordings: [
      ({ close, average }) =>
        `The share closed at ${money(close)}, below its 200-day average of ${money(average)}.`,
      ({ close, average }) =>
        `With a close of ${money(close)} it trades under its 200-day average, ${money(average)}.`,
    ],
    tag: () => "Below the 200-day average",
  }),
  statement({
    name: "between-levels",
    group: "context",
    slots: { close: "close", support: "support", resistance: "resistance" },
    side: "context",
    holds: ({ close, support, resistance }) =>
      close.currency === support.currency &&
      close.currency === resistance.currency &&
      support.amount < close.amount &&
      close.amount < resistance.amount,
    wordings: [
      ({ support, resistance }) =>
        `The share trades between support at ${money(support)} and resistance at ${money(resistance)}.`,
      ({ close, support, resistance }) =>
        `At ${money(close)} the share has support at ${money(support)} and resistance at ${money(resistance)}.`,
    ],
  }),
  statement({
    name: "volume-trend",
    group: "context",
    slots: { volume: "volumeTrend" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ volume }) => `Trading volume is ${volume}.`,
      ({ volume }) => `The number of shares traded is ${volume}.`,
    ],
  }),
  statement({
    name: "technical-positive",
    group: "context",
    slots: { score: "technicalScore" },
    side: "context",
    holds: ({ score }) => Math.round(score) > NEUTRAL_TECHNICAL_SCORE,
    wordings: [
      ({ score }) => `The technical signs add up to ${Math.round(score)} of 100, from bearish to bullish.`,
      ({ score }) => `Taken together the technical signs are positive, at ${Math.round(score)} of 100.`,
    ],
  }),
  statement({
    name: "technical-negative",
    group: "context",
    slots: { score: "technicalScore" },
    side: "context",
    holds: ({ score }) => score >= 0 && Math.round(score) < NEUTRAL_TECHNICAL_SCORE,
    wordings: [
      ({ score }) => `The technical signs add up to ${Math.round(score)} of 100, from bearish to bullish.`,
      ({ score }) => `Taken together the technical signs are negative, at ${Math.round(score)} of 100.`,
    ],
  }),
];
