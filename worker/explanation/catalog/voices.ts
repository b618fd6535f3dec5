import { counted } from "#contract/format.ts";
import { capital, relativeDayText } from "../figures.ts";
import { statement } from "../statement.ts";
import type { UntrustedText } from "../untrusted-text.ts";

/** A tone or sentiment score within this many points of zero is neutral. Scores run from -100 to 100. */
const NEUTRAL = 15;
const LEAST_ARTICLES = 3;
/** Below `FEAR` the fear and greed index shows fear, and above `GREED` greed. It runs from 0 to 100. */
const FEAR = 45;
const GREED = 55;

const tone = { score: "newsScore", articles: "articleCount" } as const;
const by = ({ name }: UntrustedText) => name ?? "a news site";

/** Statements on news, messages and sentiment. Texts from outside appear only as quotations. */
export const voices = [
  statement({
    name: "headlines-positive",
    group: "context",
    slots: tone,
    side: "context",
    holds: ({ score, articles }) => score > NEUTRAL && articles >= LEAST_ARTICLES,
    wordings: [
      ({ articles }) => `The tone of ${articles} recent headlines is positive.`,
      ({ score, articles }) =>
        `Headlines score ${Math.round(score)} of 100 for tone, across ${articles} articles.`,
    ],
    tag: () => "Headlines positive",
  }),
  statement({
    name: "headlines-negative",
    group: "context",
    slots: tone,
    side: "context",
    holds: ({ score, articles }) => score < -NEUTRAL && articles >= LEAST_ARTICLES,
    wordings: [
      ({ articles }) => `The tone of ${articles} recent headlines is negative.`,
      ({ score, articles }) => `Headlines score ${Math.round(score)} on tone, across ${articles} articles.`,
    ],
    tag: () => "Headlines negative",
  }),
  statement({
    name: "headlines-neutral",
    group: "context",
    slots: tone,
    side: "context",
    holds: ({ score, articles }) => Math.abs(score) <= NEUTRAL && articles >= LEAST_ARTICLES,
    wordings: [
      ({ articles }) => `The tone of ${articles} recent headlines is neutral.`,
      ({ articles }) => `In tone, ${articles} recent headlines balance out.`,
    ],
    tag: () => "Headlines neutral",
  }),
  statement({
    name: "headlines-counted",
    group: "context",
    slots: { positive: "positiveArticles", negative: "negativeArticles" },
    side: "context",
    holds: ({ positive, negative }) => positive + negative > 0,
    wordings: [
      ({ positive, negative }) =>
        `Of the recent headlines ${positive} ${positive === 1 ? "is" : "are"} positive in tone and ${negative} negative.`,
      ({ positive, negative }) => `Headlines with a good tone: ${positive}; with a bad one: ${negative}.`,
    ],
  }),
  statement({
    name: "headline",
    group: "context",
    slots: { headline: "headline *" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ headline }, today) =>
        `${capital(by(headline.publisher))} wrote ${relativeDayText(headline.day, today)}: ${headline.text.quoted}`,
      ({ headline }, today) =>
        `A headline ${relativeDayText(headline.day, today)}, from ${by(headline.publisher)}: ${headline.text.quoted}`,
    ],
  }),
  statement({
    name: "message",
    group: "context",
    slots: { message: "message *" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ message }, today) =>
        `An investor wrote ${relativeDayText(message.day, today)}: ${message.text.quoted}`,
      ({ message }, today) =>
        `From a message posted ${relativeDayText(message.day, today)}: ${message.text.quoted}`,
    ],
  }),
  statement({
    name: "sentiment-bullish",
    group: "context",
    slots: { score: "socialScore" },
    side: "context",
    holds: ({ score }) => score > NEUTRAL,
    wordings: [
      ({ score }) => `Analysts and investors lean bullish: ${Math.round(score)} on a scale from -100 to 100.`,
      ({ score }) => `The mood among analysts and investors is good, at ${Math.round(score)} of 100.`,
    ],
    tag: () => "Sentiment bullish",
  }),
  statement({
    name: "sentiment-bearish",
    group: "context",
    slots: { score: "socialScore" },
    side: "context",
    holds: ({ score }) => score < -NEUTRAL,
    wordings: [
      ({ score }) => `Analysts and investors lean bearish: ${Math.round(score)} on a scale from -100 to 100.`,
      ({ score }) =>
        `The mood among analysts and investors is poor, at ${Math.round(score)} on a scale from -100 to 100.`,
    ],
    tag: () => "Sentiment bearish",
  }),
  statement({
    name: "messages-counted",
    group: "context",
    slots: { messages: "mentions" },
    side: "context",
    holds: ({ messages }) => messages > 0,
    wordings: [
      ({ messages }) => `Investors posted ${counted(messages, "message")} about it in 30 days.`,
      ({ messages }) => `We read ${counted(messages, "message")} of investors from the last 30 days.`,
    ],
  }),
  statement({
    name: "market-fear",
    group: "context",
    slots: { index: "fearGreed" },
    side: "context",
    holds: ({ index }) => index < FEAR,
    wordings: [
      ({ index }) => `The market as a whole is fearful: ${Math.round(index)} on a scale from 0 to 100.`,
      ({ index }) => `At ${Math.round(index)} of 100 the fear and greed index points to fear.`,
    ],
    tag: () => "Market fearful",
  }),
  statement({
    name: "market-greed",
    group: "context",
    slots: { index: "fearGreed" },
    side: "context",
    holds: ({ index }) => index > GREED,
    wordings: [
      ({ index }) => `The market as a whole is greedy: ${Math.round(index)} on a scale from 0 to 100.`,
      ({ index }) => `At ${Math.round(index)} of 100 the fear and greed index points to greed.`,
    ],
    tag: () => "Market greedy",
  }),
];
