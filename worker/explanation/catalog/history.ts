import { counted } from "#contract/format.ts";
import { sizePercentText } from "../figures.ts";
import { statement } from "../statement.ts";

/**
 * A surprise of at least this percentage of the consensus is large; below `LEAST_SURPRISE` it is not
 * mentioned.
 */
const LARGE_SURPRISE = 10;
const LEAST_SURPRISE = 0.5;
const STREAK = 3;

export const history = [
  statement({
    name: "beat-streak",
    group: "context",
    slots: { streak: "beatStreak" },
    side: "for",
    holds: ({ streak }) => streak >= STREAK,
    wordings: [
      ({ streak }) => `It has beaten the consensus ${streak} times in a row.`,
      ({ streak }) => `Its last ${streak} reports were all beats.`,
    ],
    tag: ({ streak }) => `${streak} beats in a row`,
  }),
  statement({
    name: "streak-without-beat",
    group: "context",
    slots: { streak: "otherStreak" },
    side: "against",
    holds: ({ streak }) => streak >= STREAK,
    wordings: [
      ({ streak }) => `It has not beaten the consensus in its last ${streak} reports.`,
      ({ streak }) => `Its last ${streak} reports passed without a beat.`,
    ],
    tag: ({ streak }) => `${streak} reports without a beat`,
  }),
  statement({
    name: "last-report-beat",
    group: "context",
    slots: { surprise: "lastSurprise", streak: "beatStreak" },
    side: "for",
    holds: ({ surprise, streak }) => streak > 0 && surprise >= LEAST_SURPRISE && surprise < LARGE_SURPRISE,
    wordings: [
      ({ surprise }) => `The last report beat the consensus by ${sizePercentText(surprise)}.`,
      ({ surprise }) => `Last time the figure came in ${sizePercentText(surprise)} above the consensus.`,
    ],
    tag: ({ surprise }) => `Last report ${sizePercentText(surprise)} above`,
  }),
  statement({
    name: "last-report-large-beat",
    group: "context",
    slots: { surprise: "lastSurprise", streak: "beatStreak" },
    side: "for",
    holds: ({ surprise, streak }) => streak > 0 && surprise >= LARGE_SURPRISE,
    wordings: [
      ({ surprise }) => `The last report beat by a wide margin, ${sizePercentText(surprise)}.`,
      ({ surprise }) => `Last time it beat the consensus by as much as ${sizePercentText(surprise)}.`,
    ],
    tag: ({ surprise }) => `Last report ${sizePercentText(surprise)} above`,
  }),
  statement({
    name: "last-report-below",
    group: "context",
    slots: { surprise: "lastSurprise", streak: "otherStreak" },
    side: "against",
    holds: ({ surprise, streak }) => streak > 0 && surprise <= -LEAST_SURPRISE && surprise > -LARGE_SURPRISE,
    wordings: [
      ({ surprise }) => `The last report fell short of the consensus by ${sizePercentText(surprise)}.`,
      ({ surprise }) => `Last time the figure came in ${sizePercentText(surprise)} below the consensus.`,
    ],
    tag: ({ surprise }) => `Last report ${sizePercentText(surprise)} below`,
  }),
  statement({
    name: "last-report-far-below",
    group: "context",
    slots: { surprise: "lastSurprise", streak: "otherStreak" },
    side: "against",
    holds: ({ surprise, streak }) => streak > 0 && surprise <= -LARGE_SURPRISE,
    wordings: [
      ({ surprise }) => `The last report fell short by a wide margin, ${sizePercentText(surprise)}.`,
      ({ surprise }) => `Last time it came in as much as ${sizePercentText(surprise)} below the consensus.`,
    ],
    tag: ({ surprise }) => `Last report ${sizePercentText(surprise)} below`,
  }),
  statement({
    name: "last-report-met",
    group: "context",
    slots: { surprise: "lastSurprise", met: "metCount", streak: "otherStreak" },
    side: "context",
    holds: ({ surprise, met, streak }) => surprise === 0 && met > 0 && streak > 0,
    wordings: [
      () => "The last report met the consensus to the cent, which is no beat.",
      () => "Last time the figure was exactly the consensus.",
    ],
    tag: () => "Last report met the consensus",
  }),
  statement({
    name: "usual-surprise-above",
    group: "context",
    slots: { surprise: "medianSurprise" },
    side: "for",
    holds: ({ surprise }) => surprise >= LEAST_SURPRISE,
    wordings: [
      ({ surprise }) => `Its median recent surprise was ${sizePercentText(surprise)} above the consensus.`,
      ({ surprise }) =>
        `At its typical recent report the figure came in ${sizePercentText(surprise)} above the consensus.`,
    ],
    tag: ({ surprise }) => `Median surprise +${sizePercentText(surprise)}`,
  }),
  statement({
    name: "usual-surprise-below",
    group: "context",
    slots: { surprise: "medianSurprise" },
    side: "against",
    holds: ({ surprise }) => surprise <= -LEAST_SURPRISE,
    wordings: [
      ({ surprise }) => `Its median recent surprise was ${sizePercentText(surprise)} below the consensus.`,
      ({ surprise }) =>
        `At its typical recent report the figure came in ${sizePercentText(surprise)} below the consensus.`,
    ],
    tag: ({ surprise }) => `Median surprise −${sizePercentText(surprise)}`,
  }),
  statement({
    name: "misses-counted",
    group: "context",
    slots: { misses: "missCount", reports: "countedReports" },
    side: "against",
    holds: ({ misses, reports }) => misses > 0 && misses <= reports && reports > 1,
    wordings: [
      ({ misses, reports }) => `It missed the consensus in ${misses} of its last ${reports} reports.`,
      ({ misses, reports }) => `Of its last ${reports} reports, ${misses} fell below the consensus.`,
    ],
    tag: ({ misses, reports }) => `${misses} of ${reports} missed`,
  }),
  statement({
    name: "no-miss",
    group: "context",
    slots: { misses: "missCount", reports: "countedReports" },
    side: "for",
    holds: ({ misses, reports }) => misses === 0 && reports >= 4,
    wordings: [
      ({ reports }) => `It has not missed the consensus in its last ${reports} reports.`,
      ({ reports }) => `None of its last ${reports} reports fell below the consensus.`,
    ],
    tag: ({ reports }) => `No miss in ${reports} reports`,
  }),
  statement({
    name: "met-to-the-cent",
    group: "context",
    slots: { met: "metCount" },
    side: "against",
    holds: ({ met }) => met > 0,
    wordings: [
      ({ met }) =>
        met === 1
          ? "One of its recent reports met the consensus to the cent, which is no beat."
          : `It met the consensus to the cent in ${met} recent reports, which are no beats.`,
      ({ met }) => `Recent reports that only met the consensus: ${met}.`,
    ],
  }),
  statement({
    name: "longer-history-known",
    group: "context",
    slots: { quarters: "olderQuarters" },
    side: "context",
    holds: ({ quarters }) => quarters > 0,
    wordings: [
      ({ quarters }) => `The model also read ${counted(quarters, "earlier report")} from our own store.`,
      ({ quarters }) => `Behind the number stand ${counted(quarters, "more report")} from our store.`,
    ],
  }),
];
