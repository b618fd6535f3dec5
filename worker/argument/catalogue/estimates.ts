import { capital, counted, dayWords, money, size } from "../figures.ts";
import type { OutsideText } from "../outside-text.ts";
import { statement } from "../statement.ts";

/** Smaller changes of a consensus are none. */
const LEAST_CHANGE = 0.5;

/** What analysts expect and how that moved: worth knowing, and no part of the number. */
export const estimates = [
  statement({
    name: "consensus-raised",
    group: "context",
    slots: { change: "revision 30" },
    side: "for",
    holds: ({ change }) => change >= LEAST_CHANGE,
    wordings: [
      ({ change }) => `Analysts raised the consensus by ${size(change)} in the last 30 days.`,
      ({ change }) => `Over 30 days the consensus rose by ${size(change)}.`,
    ],
    tag: ({ change }) => `Consensus up ${size(change)} in 30 days`,
  }),
  statement({
    name: "consensus-lowered",
    group: "context",
    slots: { change: "revision 30" },
    side: "against",
    holds: ({ change }) => change <= -LEAST_CHANGE,
    wordings: [
      ({ change }) => `Analysts cut the consensus by ${size(change)} in the last 30 days.`,
      ({ change }) => `Over 30 days the consensus fell by ${size(change)}.`,
    ],
    tag: ({ change }) => `Consensus down ${size(change)} in 30 days`,
  }),
  statement({
    name: "analysts-in-consensus",
    group: "context",
    slots: { analysts: "analystCount", lowest: "lowestEstimate", highest: "highestEstimate" },
    side: "context",
    holds: ({ analysts, lowest, highest }) => analysts >= 2 && highest.amount > lowest.amount,
    wordings: [
      ({ analysts, lowest, highest }) =>
        `The ${analysts} analysts in the consensus range from ${money(lowest)} to ${money(highest)}.`,
      ({ analysts, lowest, highest }) =>
        `Estimates of ${counted(analysts, "analyst")} run from ${money(lowest)} to ${money(highest)}.`,
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
        `A headline ${from(headline.publisher)} ${dayWords(headline.day, today)}: ${headline.text.quoted}`,
      ({ headline }, today) =>
        `${capital(dayWords(headline.day, today))} ${headline.publisher.name ?? "a news site"} ran the headline ${headline.text.quoted}`,
    ],
  }),
];

const from = (publisher: OutsideText) => (publisher.name ? `from ${publisher.name}` : "in the news");
