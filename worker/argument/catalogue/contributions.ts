import { money, percent, points, signedPoints, size } from "../figures.ts";
import { sideOf, statement } from "../statement.ts";

/** Smaller contributions are no reason. */
const LEAST_POINTS = 0.5;
/** From so many counted reports on a record is one. */
const FULL_RECORD = 4;

const matters = (value: number) => Math.abs(value) >= LEAST_POINTS;
const adds = (value: number) =>
  value > 0 ? `adds ${points(value)} to the chance` : `takes ${points(value)} off the chance`;
const addsPlural = (value: number) =>
  value > 0 ? `add ${points(value)} to the chance` : `take ${points(value)} off the chance`;

const recordSlots = {
  beats: "beatCount",
  reports: "countedReports",
  points: "points historicalAccuracy",
} as const;

/** What moves this number: the model's own contributions, in points of probability. */
export const contributions = [
  statement({
    name: "record-all-beats",
    group: "moves",
    slots: recordSlots,
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.reports >= FULL_RECORD && v.beats === v.reports && matters(v.points),
    wordings: [
      (v) => `It beat in each of its last ${v.reports} reports; that record ${adds(v.points)} of a beat.`,
      (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "record-some-beats",
    group: "moves",
    slots: recordSlots,
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.reports >= FULL_RECORD && v.beats > 0 && v.beats < v.reports && matters(v.points),
    wordings: [
      (v) =>
        `It beat in ${v.beats} of its last ${v.reports} reports; that record ${adds(v.points)} of a beat.`,
      (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `Beat ${v.beats} of the last ${v.reports} reports: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "record-no-beat",
    group: "moves",
    slots: recordSlots,
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.reports >= FULL_RECORD && v.beats === 0 && matters(v.points),
    wordings: [
      (v) => `It beat in none of its last ${v.reports} reports; that record ${adds(v.points)} of a beat.`,
      (v) => `No beat in the last ${v.reports} reports: ${signedPoints(v.points)}.`,
    ],
    tag: (v) => `No beat in ${v.reports} reports: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "surprises-above",
    group: "moves",
    slots: { surprise: "lastSurprise", points: "points pastEpsTrends" },
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.surprise >= LEAST_POINTS && matters(v.points),
    wordings: [
      (v) =>
        `The size of past surprises, ${size(v.surprise)} above the consensus at the last report, ${adds(v.points)}.`,
      (v) =>
        `Its last report came in ${size(v.surprise)} above the consensus; past surprises together ${addsPlural(v.points)}.`,
    ],
    tag: (v) => `Past surprises, last +${size(v.surprise)}: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "surprises-below",
    group: "moves",
    slots: { surprise: "lastSurprise", points: "points pastEpsTrends" },
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.surprise <= -LEAST_POINTS && matters(v.points),
    wordings: [
      (v) =>
        `The size of past surprises, ${size(v.surprise)} below the consensus at the last report, ${adds(v.points)}.`,
      (v) =>
        `Its last report came in ${size(v.surprise)} below the consensus; past surprises together ${addsPlural(v.points)}.`,
    ],
    tag: (v) => `Past surprises, last −${size(v.surprise)}: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "consensus-asks-more",
    group: "moves",
    slots: { consensus: "consensus", growth: "growth", points: "points analystRatings" },
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.growth >= LEAST_POINTS && matters(v.points),
    wordings: [
      (v) =>
        `The consensus of ${money(v.consensus)} asks for ${size(v.growth)} more than a year ago; how high it stands ${adds(v.points)}.`,
      (v) =>
        `Analysts expect ${money(v.consensus)}, ${size(v.growth)} above the figure of a year ago; the height of the bar ${adds(v.points)}.`,
    ],
    tag: (v) => `Consensus ${size(v.growth)} above a year ago: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "consensus-asks-less",
    group: "moves",
    slots: { consensus: "consensus", growth: "growth", points: "points analystRatings" },
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => v.growth <= -LEAST_POINTS && matters(v.points),
    wordings: [
      (v) =>
        `The consensus of ${money(v.consensus)} asks for ${size(v.growth)} less than a year ago; how low it stands ${adds(v.points)}.`,
      (v) =>
        `Analysts expect ${money(v.consensus)}, ${size(v.growth)} below the figure of a year ago; the height of the bar ${adds(v.points)}.`,
    ],
    tag: (v) => `Consensus ${size(v.growth)} below a year ago: ${signedPoints(v.points)}`,
  }),
  statement({
    name: "season-and-sector",
    group: "moves",
    slots: { start: "startProbability", points: "points marketSentiment" },
    side: (v) => sideOf(v.points),
    points: (v) => v.points,
    holds: (v) => matters(v.points),
    wordings: [
      (v) =>
        `The model gives an average company ${percent(v.start)}; this one's sector, season and calendar ${addsPlural(v.points)}.`,
      (v) =>
        `Sector, season and calendar ${addsPlural(v.points)}, which for an average company starts at ${percent(v.start)}.`,
    ],
    tag: (v) => `Sector, season and calendar: ${signedPoints(v.points)}`,
  }),
];
