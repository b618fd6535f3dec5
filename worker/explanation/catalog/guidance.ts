import { money, relativeDayText, sizePercentText } from "../figures.ts";
import { type Money, statement } from "../statement.ts";

type Guided = { low: Money; high: Money; consensus: Money };

/**
 * The comparison of past results with the company's own guidance needs at least this many guided quarters.
 */
const LEAST_QUARTERS = 2;

const guided = {
  low: "guidedLow",
  high: "guidedHigh",
  consensus: "guidedConsensus",
  day: "guidedOn",
} as const;

const isRange = ({ low, high, consensus }: Guided) =>
  low.amount <= high.amount && low.currency === high.currency && high.currency === consensus.currency;
const range = ({ low, high }: Guided) =>
  low.amount === high.amount ? money(low) : `${money(low)} to ${money(high)}`;

const year = { change: "yearGuidance", day: "yearGuidanceOn" } as const;
const growth = { low: "guidedGrowthLow", high: "guidedGrowthHigh", day: "guidedGrowthOn" } as const;
type Growth = { low: number; high: number };
const isDecline = ({ high }: Growth) => high < 0;
const growthRange = ({ low, high }: Growth) => {
  const [from, to] = high < 0 ? [high, low] : [low, high];
  return from === to ? sizePercentText(from) : `${sizePercentText(from)} to ${sizePercentText(to)}`;
};
const none = (count: number) => (count === 0 ? "none" : `${count}`);

/** Statements on the company's own guidance. These facts are no input of the model's probability. */
export const guidance = [
  statement({
    name: "consensus-above-guidance",
    group: "context",
    slots: guided,
    side: "against",
    holds: (v) => isRange(v) && v.consensus.amount > v.high.amount,
    wordings: [
      (v, today) =>
        `The company guided ${range(v)} for this quarter ${relativeDayText(v.day, today)}; analysts expect more, ${money(v.consensus)}.`,
      (v, today) =>
        `Analysts expect ${money(v.consensus)}, above the ${range(v)} that the company guided ${relativeDayText(v.day, today)}.`,
    ],
    tag: () => "Consensus above the company's guidance",
  }),
  statement({
    name: "consensus-below-guidance",
    group: "context",
    slots: guided,
    side: "for",
    holds: (v) => isRange(v) && v.consensus.amount < v.low.amount,
    wordings: [
      (v, today) =>
        `The company guided ${range(v)} for this quarter ${relativeDayText(v.day, today)}; analysts expect less, ${money(v.consensus)}.`,
      (v, today) =>
        `Analysts expect ${money(v.consensus)}, below the ${range(v)} that the company guided ${relativeDayText(v.day, today)}.`,
    ],
    tag: () => "Consensus below the company's guidance",
  }),
  statement({
    name: "consensus-within-guidance",
    group: "context",
    slots: guided,
    side: "context",
    holds: (v) => isRange(v) && v.consensus.amount >= v.low.amount && v.consensus.amount <= v.high.amount,
    wordings: [
      (v, today) =>
        `The company guided ${range(v)} for this quarter ${relativeDayText(v.day, today)}; the consensus of ${money(v.consensus)} is in line with that.`,
      (v, today) =>
        `The consensus of ${money(v.consensus)} is in line with the ${range(v)} that the company guided ${relativeDayText(v.day, today)}.`,
    ],
    tag: () => "Consensus in line with the company's guidance",
  }),
  statement({
    name: "own-guidance-record",
    group: "context",
    slots: { quarters: "guidedQuarters", above: "aboveGuidance", below: "belowGuidance" },
    side: ({ quarters, above, below }) =>
      2 * above > quarters ? "for" : 2 * below > quarters ? "against" : "context",
    holds: ({ quarters, above, below }) => quarters >= LEAST_QUARTERS && above + below <= quarters,
    wordings: [
      ({ quarters, above, below }) =>
        `Of ${quarters} quarters that it guided, it reported above the top of its range in ${none(above)} and below the bottom in ${none(below)}.`,
      ({ quarters, above, below }) =>
        `Against its own guidance of ${quarters} quarters, it came in above the top in ${none(above)} and below the bottom in ${none(below)}.`,
    ],
    tag: ({ quarters, above }) => `Above its own guidance in ${above} of ${quarters} quarters`,
  }),
  statement({
    name: "year-guidance-raised",
    group: "context",
    slots: year,
    side: "for",
    holds: ({ change }) => change === "raised",
    wordings: [
      ({ day }, today) => `The company raised its full-year EPS guidance ${relativeDayText(day, today)}.`,
      ({ day }, today) => `Its EPS guidance for the full year went up ${relativeDayText(day, today)}.`,
    ],
    tag: () => "Full-year guidance raised",
  }),
  statement({
    name: "year-guidance-lowered",
    group: "context",
    slots: year,
    side: "against",
    holds: ({ change }) => change === "lowered",
    wordings: [
      ({ day }, today) => `The company lowered its full-year EPS guidance ${relativeDayText(day, today)}.`,
      ({ day }, today) => `Its EPS guidance for the full year went down ${relativeDayText(day, today)}.`,
    ],
    tag: () => "Full-year guidance lowered",
  }),
  statement({
    name: "year-guidance-kept",
    group: "context",
    slots: year,
    side: "context",
    holds: ({ change }) => change === "maintained",
    wordings: [
      ({ day }, today) => `The company kept its full-year EPS guidance ${relativeDayText(day, today)}.`,
      ({ day }, today) => `Its EPS guidance for the full year was confirmed ${relativeDayText(day, today)}.`,
    ],
  }),
  statement({
    name: "year-growth-guided",
    group: "context",
    slots: growth,
    side: "context",
    // A range from a decline to growth has no single word for it.
    holds: ({ low, high }) => low <= high && (low >= 0 || high < 0),
    wordings: [
      (v, today) =>
        `The company guided ${isDecline(v) ? "a decline" : "growth"} of ${growthRange(v)} in its full-year EPS ${relativeDayText(v.day, today)}.`,
      (v, today) =>
        `For the full year it guided EPS ${isDecline(v) ? "down" : "up"} ${growthRange(v)} ${relativeDayText(v.day, today)}.`,
    ],
  }),
  statement({
    name: "year-guidance-withdrawn",
    group: "context",
    slots: year,
    side: "against",
    holds: ({ change }) => change === "withdrawn",
    wordings: [
      ({ day }, today) => `The company withdrew its full-year EPS guidance ${relativeDayText(day, today)}.`,
      ({ day }, today) => `Its EPS guidance for the full year was withdrawn ${relativeDayText(day, today)}.`,
    ],
    tag: () => "Full-year guidance withdrawn",
  }),
];
