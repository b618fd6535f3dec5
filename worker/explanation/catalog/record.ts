import { number } from "#contract/format.ts";
import { percent } from "../figures.ts";
import { statement } from "../statement.ts";

const LEAST_PREDICTIONS = 20;

const sizes = { large: "large", medium: "mid-sized", small: "small" } as const;

const band = {
  predictions: "bandCount",
  from: "bandFrom",
  to: "bandTo",
  share: "bandHitRate",
} as const;

export const record = [
  statement({
    name: "such-predictions-ended",
    group: "record",
    slots: band,
    side: "context",
    holds: ({ predictions, from, to }) => predictions >= LEAST_PREDICTIONS && from < to,
    wordings: [
      ({ predictions, from, to, share }) =>
        `In tests on past reports, ${number(predictions)} had a chance between ${percent(from)} and ${percent(to)}; ${percent(share)} of them ended in a beat.`,
      ({ predictions, from, to, share }) =>
        `Of ${number(predictions)} tested predictions between ${percent(from)} and ${percent(to)}, ${percent(share)} ended in a beat.`,
      ({ predictions, from, to, share }) =>
        `How such predictions ended: ${percent(share)} of ${number(predictions)} between ${percent(from)} and ${percent(to)} were beats.`,
    ],
    tag: ({ share }) => `${percent(share)} of such predictions beat`,
  }),
  statement({
    name: "few-such-predictions",
    group: "record",
    slots: { predictions: "bandCount" },
    side: "context",
    holds: ({ predictions }) => predictions < LEAST_PREDICTIONS,
    wordings: [
      ({ predictions }) => `Only ${predictions} tested predictions were like this one, too few to judge by.`,
      ({ predictions }) => `We have tested just ${predictions} predictions like this, which proves little.`,
    ],
  }),
  statement({
    name: "such-predictions-interval",
    group: "record",
    slots: { low: "bandLow", high: "bandHigh" },
    side: "context",
    holds: ({ low, high }) => low < high,
    wordings: [
      ({ low, high }) =>
        `For predictions like this, the true share of beats lies between ${percent(low)} and ${percent(high)}, with 95% confidence.`,
      ({ low, high }) => `The 95% interval of that record is ${percent(low)} to ${percent(high)}.`,
    ],
  }),
  ...(["very high", "high", "medium"] as const).map((level) =>
    statement({
      name: `confidence-${level.replace(" ", "-")}`,
      group: "record",
      slots: { confidence: "confidence" },
      side: "context",
      holds: ({ confidence }) => confidence === level,
      wordings: [
        () => `Our confidence in this prediction is ${level}.`,
        () => `We make this prediction with ${level} confidence.`,
      ],
      tag: () => `Confidence ${level}`,
    }),
  ),
  statement({
    name: "comparable-companies-interval",
    group: "record",
    slots: { low: "classLow", high: "classHigh" },
    side: "context",
    holds: ({ low, high }) => low < high,
    wordings: [
      ({ low, high }) =>
        `For comparable companies the true rate of beats lies between ${percent(low)} and ${percent(high)}.`,
      ({ low, high }) =>
        `The base rate lies between ${percent(low)} and ${percent(high)}, with 95% confidence.`,
    ],
  }),
  statement({
    name: "comparable-companies-counted",
    group: "record",
    slots: { reports: "classCount" },
    side: "context",
    holds: ({ reports }) => reports > 0,
    wordings: [
      ({ reports }) => `The base rate counts ${number(reports)} reports of comparable companies.`,
      ({ reports }) => `Comparable companies made ${number(reports)} reports in four seasons.`,
    ],
  }),
  statement({
    name: "comparable-companies-described",
    group: "record",
    slots: { size: "classSize", earnings: "classEarnings", sector: "classSector" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ size, earnings, sector }) =>
        `The companies we compare it with are ${sizes[size]}, ${earnings} and from its sector, ${sector}.`,
      ({ size, earnings, sector }) =>
        `We compare it with ${sizes[size]}, ${earnings} companies in the sector ${sector}.`,
    ],
  }),
  statement({
    name: "model-saw-little",
    group: "record",
    slots: { featureTier: "featureTier" },
    side: "context",
    holds: ({ featureTier }) => featureTier.startsWith("at most four"),
    wordings: [
      () => "The model saw four past quarters at most, and its record is that of such short histories.",
      () => "Only the last four quarters or fewer were known to the model.",
    ],
  }),
  statement({
    name: "model-saw-history",
    group: "record",
    slots: { featureTier: "featureTier" },
    side: "context",
    holds: ({ featureTier }) => !featureTier.startsWith("at most four"),
    wordings: [
      ({ featureTier }) => `The model saw ${featureTier}.`,
      ({ featureTier }) => `The prediction is based on ${featureTier}.`,
    ],
  }),
  statement({
    name: "miss-chance",
    group: "record",
    slots: { chance: "missProbability" },
    side: "against",
    holds: ({ chance }) => chance >= 50,
    wordings: [
      ({ chance }) => `Put the other way, the chance of a report that does not beat is ${percent(chance)}.`,
      ({ chance }) => `The chance that it does not beat is ${percent(chance)}.`,
    ],
  }),
];
