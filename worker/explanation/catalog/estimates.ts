import { counted } from "#contract/format.ts";
import { money, percent } from "../figures.ts";
import { type Money, statement } from "../statement.ts";

/**
 * Estimates are close together below the first bound and far apart from the second on. Both are ranges of the
 * estimates as a share of their midpoint.
 */
const NARROW = 0.05;
const WIDE = 0.25;

const isSame = (...amounts: Money[]) => new Set(amounts.map(({ currency }) => currency)).size === 1;

/** Returns the range as a share of its midpoint, or Infinity when the midpoint is zero. */
const scatter = (lowest: Money, highest: Money) =>
  (highest.amount - lowest.amount) / Math.abs((highest.amount + lowest.amount) / 2);

const range = { analysts: "analystCount", lowest: "lowestEstimate", highest: "highestEstimate" } as const;
const expectation = { expected: "expectedEps", consensus: "consensus" } as const;

export const estimates = [
  statement({
    name: "estimates-close",
    group: "context",
    slots: range,
    side: "context",
    holds: ({ analysts, lowest, highest }) =>
      analysts >= 3 &&
      isSame(lowest, highest) &&
      highest.amount > lowest.amount &&
      scatter(lowest, highest) < NARROW,
    wordings: [
      ({ analysts, lowest, highest }) =>
        `Analysts agree: all ${analysts} estimates lie between ${money(lowest)} and ${money(highest)}.`,
      ({ analysts, lowest, highest }) =>
        `The ${analysts} estimates are close together, from ${money(lowest)} to ${money(highest)}.`,
    ],
    tag: ({ analysts }) => `${analysts} analysts close together`,
  }),
  statement({
    name: "estimates-spread",
    group: "context",
    slots: range,
    side: "context",
    holds: ({ analysts, lowest, highest }) =>
      analysts >= 2 &&
      isSame(lowest, highest) &&
      scatter(lowest, highest) >= NARROW &&
      scatter(lowest, highest) < WIDE,
    wordings: [
      ({ analysts, lowest, highest }) =>
        `The estimates of ${counted(analysts, "analyst")} run from ${money(lowest)} to ${money(highest)}.`,
      ({ analysts, lowest, highest }) =>
        `${counted(analysts, "analyst")} expect between ${money(lowest)} and ${money(highest)} a share.`,
    ],
  }),
  statement({
    name: "estimates-far-apart",
    group: "context",
    slots: range,
    side: "context",
    holds: ({ analysts, lowest, highest }) =>
      analysts >= 2 && isSame(lowest, highest) && scatter(lowest, highest) >= WIDE,
    wordings: [
      ({ analysts, lowest, highest }) =>
        `Analysts differ widely: ${analysts} of them expect from ${money(lowest)} to ${money(highest)}.`,
      ({ analysts, lowest, highest }) =>
        `The ${analysts} estimates lie far apart, from ${money(lowest)} to ${money(highest)}.`,
    ],
    tag: () => "Estimates far apart",
  }),
  statement({
    name: "expected-above-consensus",
    group: "context",
    slots: expectation,
    side: "for",
    holds: ({ expected, consensus }) => isSame(expected, consensus) && expected.amount > consensus.amount,
    wordings: [
      ({ expected, consensus }) =>
        `We expect earnings of ${money(expected)} a share, above the consensus of ${money(consensus)}.`,
      ({ expected, consensus }) =>
        `The consensus is ${money(consensus)} a share; the middle of what we expect is higher, ${money(expected)}.`,
    ],
    tag: ({ expected, consensus }) => `Expected EPS ${money(expected)} above ${money(consensus)}`,
  }),
  statement({
    name: "expected-below-consensus",
    group: "context",
    slots: expectation,
    side: "against",
    holds: ({ expected, consensus }) => isSame(expected, consensus) && expected.amount < consensus.amount,
    wordings: [
      ({ expected, consensus }) =>
        `We expect earnings of ${money(expected)} a share, below the consensus of ${money(consensus)}.`,
      ({ expected, consensus }) =>
        `The consensus is ${money(consensus)} a share; the middle of what we expect is lower, ${money(expected)}.`,
    ],
    tag: ({ expected, consensus }) => `Expected EPS ${money(expected)} below ${money(consensus)}`,
  }),
  statement({
    name: "expected-at-consensus",
    group: "context",
    slots: expectation,
    side: "context",
    holds: ({ expected, consensus }) => isSame(expected, consensus) && expected.amount === consensus.amount,
    wordings: [
      ({ consensus }) => `The middle of what we expect is the consensus itself, ${money(consensus)} a share.`,
      ({ consensus }) => `We expect ${money(consensus)} a share, exactly the consensus.`,
    ],
  }),
  statement({
    name: "expected-range",
    group: "context",
    slots: { low: "expectedLow", high: "expectedHigh" },
    side: "context",
    holds: ({ low, high }) => isSame(low, high) && low.amount < high.amount,
    wordings: [
      ({ low, high }) => `We expect 8 of 10 such reports to land between ${money(low)} and ${money(high)}.`,
      ({ low, high }) => `Our 80% range for the figure is ${money(low)} to ${money(high)}.`,
    ],
  }),
  statement({
    name: "loss-expected",
    group: "context",
    slots: { consensus: "consensus" },
    side: "context",
    holds: ({ consensus }) => consensus.amount < 0,
    wordings: [
      ({ consensus }) =>
        `Analysts expect a loss: the consensus is ${money(consensus)} a share, and a smaller loss is a beat.`,
      ({ consensus }) => `The consensus is a loss of ${money(size(consensus))} a share.`,
    ],
    tag: ({ consensus }) => `Consensus is a loss of ${money(size(consensus))}`,
  }),
  statement({
    name: "profit-after-loss",
    group: "context",
    slots: { consensus: "consensus", before: "yearAgoEps" },
    side: "context",
    holds: ({ consensus, before }) => isSame(consensus, before) && consensus.amount > 0 && before.amount < 0,
    wordings: [
      ({ consensus, before }) =>
        `Analysts expect a profit of ${money(consensus)} a share after a loss of ${money(size(before))} a year ago.`,
      ({ consensus, before }) =>
        `A year ago it lost ${money(size(before))} a share; now analysts expect ${money(consensus)}.`,
    ],
  }),
  statement({
    name: "loss-after-profit",
    group: "context",
    slots: { consensus: "consensus", before: "yearAgoEps" },
    side: "context",
    holds: ({ consensus, before }) => isSame(consensus, before) && consensus.amount < 0 && before.amount > 0,
    wordings: [
      ({ consensus, before }) =>
        `Analysts expect a loss of ${money(size(consensus))} a share after a profit of ${money(before)} a year ago.`,
      ({ consensus, before }) =>
        `A year ago it earned ${money(before)} a share; now analysts expect a loss of ${money(size(consensus))}.`,
    ],
  }),
  statement({
    name: "consensus-level",
    group: "context",
    slots: { consensus: "consensus" },
    side: "context",
    holds: ({ consensus }) => consensus.amount >= 0,
    wordings: [
      ({ consensus }) => `The bar is a consensus of ${money(consensus)} a share.`,
      ({ consensus }) => `Analysts expect ${money(consensus)} a share on average.`,
    ],
    tag: ({ consensus }) => `Consensus ${money(consensus)}`,
  }),
  statement({
    name: "model-start",
    group: "context",
    slots: { start: "startProbability" },
    side: "context",
    holds: () => true,
    wordings: [
      ({ start }) => `Knowing nothing about a company, our model would say ${percent(start)}.`,
      ({ start }) => `Our model starts every company at ${percent(start)} and moves from there.`,
    ],
  }),
];

function size({ amount, currency }: Money): Money {
  return { amount: Math.abs(amount), currency };
}
