import { money, percent, pointsMagnitudeText, signedPoints, sizePercentText } from "../figures.ts";
import { type Slots, sideOf, statement } from "../statement.ts";

/** A contribution of fewer percentage points is not given as a reason. */
const LEAST_POINTS = 0.5;
/** A smaller surprise or growth, in percent, counts as close to zero. */
const LEAST_CHANGE = 0.5;
const FULL_RECORD = 4;

const matters = (value: number) => Math.abs(value) >= LEAST_POINTS;
const add = (value: number) =>
  value > 0 ? `add ${pointsMagnitudeText(value)}` : `take off ${pointsMagnitudeText(value)}`;
const adds = (value: number) =>
  value > 0 ? `adds ${pointsMagnitudeText(value)}` : `takes off ${pointsMagnitudeText(value)}`;
const recordAdds = (value: number) =>
  value > 0
    ? `adds ${pointsMagnitudeText(value)} to the chance of a beat`
    : `takes ${pointsMagnitudeText(value)} off the chance of a beat`;

const ofModel = {
  group: "moves",
  side: (v: { points: number }) => sideOf(v.points),
  points: (v: { points: number }) => v.points,
} as const;

const recordSlots = {
  beats: "beatCount",
  reports: "countedReports",
  points: "points historicalAccuracy",
} as const satisfies Slots;
const surpriseSlots = { surprise: "lastSurprise", points: "points pastEpsTrends" } as const satisfies Slots;
const growthSlots = {
  consensus: "consensus",
  growth: "growth",
  before: "yearAgoEps",
  points: "points analystRatings",
} as const satisfies Slots;

export const contributions = [
  statement({
    ...ofModel,
    name: "record-all-beats",
    slots: recordSlots,
    holds: (v) => v.reports >= FULL_RECORD && v.beats === v.reports && matters(v.points),
    wordings: [
      (v) => `It beat in each of its last ${v.reports} reports; that record ${recordAdds(v.points)}.`,
      (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "record-some-beats",
    slots: recordSlots,
    holds: (v) => v.reports >= FULL_RECORD && v.beats > 0 && v.beats < v.reports && matters(v.points),
    wordings: [
      (v) => `It beat in ${v.beats} of its last ${v.reports} reports; that record ${recordAdds(v.points)}.`,
      (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "record-no-beat",
    slots: recordSlots,
    holds: (v) => v.reports >= FULL_RECORD && v.beats === 0 && matters(v.points),
    wordings: [
      (v) => `It beat in none of its last ${v.reports} reports; that record ${recordAdds(v.points)}.`,
      (v) => `No beat in the last ${v.reports} reports: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `No beat in ${v.reports} reports: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "record-short",
    slots: recordSlots,
    holds: (v) => v.reports > 0 && v.reports < FULL_RECORD && v.beats <= v.reports && matters(v.points),
    wordings: [
      (v) =>
        `Its record is short, with beats in ${v.beats} of ${v.reports} known reports; it ${adds(v.points)}.`,
      (v) => `Beat ${v.beats} of only ${v.reports} known: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Beat ${v.beats} of only ${v.reports} known: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "surprises-last-above",
    slots: surpriseSlots,
    holds: (v) => v.surprise >= LEAST_CHANGE && matters(v.points),
    wordings: [
      (v) =>
        `The last report came in ${sizePercentText(v.surprise)} above the consensus; past surprises together ${add(v.points)}.`,
      (v) =>
        `Past surprises, the last of them ${sizePercentText(v.surprise)} above: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Past surprises, last ${sizePercentText(v.surprise)} above: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "surprises-last-below",
    slots: surpriseSlots,
    holds: (v) => v.surprise <= -LEAST_CHANGE && matters(v.points),
    wordings: [
      (v) =>
        `The last report came in ${sizePercentText(v.surprise)} below the consensus; past surprises together ${add(v.points)}.`,
      (v) =>
        `Past surprises, the last of them ${sizePercentText(v.surprise)} below: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Past surprises, last ${sizePercentText(v.surprise)} below: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "surprises-last-small",
    slots: surpriseSlots,
    holds: (v) => Math.abs(v.surprise) < LEAST_CHANGE && matters(v.points),
    wordings: [
      (v) => `The last report came in close to the consensus; past surprises together ${add(v.points)}.`,
      (v) => `Past surprises, the last of them small: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Past surprises, last one small: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "consensus-above-year-ago",
    slots: growthSlots,
    holds: (v) => v.before.amount > 0 && v.growth >= LEAST_CHANGE && matters(v.points),
    wordings: [
      (v) =>
        `The consensus of ${money(v.consensus)} is ${sizePercentText(v.growth)} above the figure of a year ago; the height of that bar ${adds(v.points)}.`,
      (v) => `Consensus ${sizePercentText(v.growth)} above a year ago: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Consensus ${sizePercentText(v.growth)} above a year ago: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "consensus-below-year-ago",
    slots: growthSlots,
    holds: (v) => v.before.amount > 0 && v.growth <= -LEAST_CHANGE && matters(v.points),
    wordings: [
      (v) =>
        `The consensus of ${money(v.consensus)} is ${sizePercentText(v.growth)} below the figure of a year ago; the height of that bar ${adds(v.points)}.`,
      (v) => `Consensus ${sizePercentText(v.growth)} below a year ago: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Consensus ${sizePercentText(v.growth)} below a year ago: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "consensus-height",
    slots: { consensus: "consensus", points: "points analystRatings" },
    holds: (v) => matters(v.points),
    wordings: [
      (v) => `The height of the bar, a consensus of ${money(v.consensus)}, ${adds(v.points)}.`,
      (v) => `Consensus of ${money(v.consensus)}: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Consensus ${money(v.consensus)}: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "season-and-sector",
    slots: { season: "seasonBeatRate", points: "points marketSentiment" },
    holds: (v) => matters(v.points),
    wordings: [
      (v) =>
        `In the last month ${percent(v.season)} of all reports beat; market sentiment (sector, season, calendar) ${adds(v.points)}.`,
      (v) =>
        `Market sentiment (${percent(v.season)} of reports beat, sector, calendar): ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Market sentiment: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "sector-and-calendar",
    slots: { points: "points marketSentiment" },
    holds: (v) => matters(v.points),
    wordings: [
      (v) => `Market sentiment (sector and calendar) ${adds(v.points)}.`,
      (v) => `Market sentiment (sector and calendar): ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Market sentiment: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "share-ahead",
    slots: { points: "points trend" },
    holds: (v) => v.points >= LEAST_POINTS,
    wordings: [
      (v) => `The share has run ahead of the market, which ${adds(v.points)}.`,
      (v) => `The share has run ahead of the market: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Share ahead of the market: ${signedPoints(v.points)}`,
  }),
  statement({
    ...ofModel,
    name: "share-behind",
    slots: { points: "points trend" },
    holds: (v) => v.points <= -LEAST_POINTS,
    wordings: [
      (v) => `The share has fallen behind the market, which ${adds(v.points)}.`,
      (v) => `The share has fallen behind the market: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Share behind the market: ${signedPoints(v.points)}`,
  }),
];
