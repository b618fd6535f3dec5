import { counted } from "#contract/format.ts";
import { sizePercentText } from "../figures.ts";
import { statement } from "../statement.ts";

/** A smaller change of the consensus, in percent, counts as steady. */
const LEAST_CHANGE = 0.5;

/** Statements on changes of the consensus. These facts are no input of the model's probability. */
export const revisions = [
  statement({
    name: "consensus-raised-month",
    group: "context",
    slots: { change: "revision 30" },
    side: "for",
    holds: ({ change }) => change >= LEAST_CHANGE,
    wordings: [
      ({ change }) => `Analysts raised the consensus by ${sizePercentText(change)} in the last 30 days.`,
      ({ change }) => `Over 30 days the consensus rose by ${sizePercentText(change)}.`,
    ],
    tag: ({ change }) => `Consensus up ${sizePercentText(change)} in 30 days`,
  }),
  statement({
    name: "consensus-cut-month",
    group: "context",
    slots: { change: "revision 30" },
    side: "against",
    holds: ({ change }) => change <= -LEAST_CHANGE,
    wordings: [
      ({ change }) => `Analysts cut the consensus by ${sizePercentText(change)} in the last 30 days.`,
      ({ change }) => `Over 30 days the consensus fell by ${sizePercentText(change)}.`,
    ],
    tag: ({ change }) => `Consensus down ${sizePercentText(change)} in 30 days`,
  }),
  statement({
    name: "consensus-steady-month",
    group: "context",
    slots: { change: "revision 30" },
    side: "context",
    holds: ({ change }) => Math.abs(change) < LEAST_CHANGE,
    wordings: [
      () => "The consensus has hardly moved in the last 30 days.",
      () => "Analysts have left the consensus where it was 30 days ago, or close to it.",
    ],
    tag: () => "Consensus steady for 30 days",
  }),
  statement({
    name: "consensus-raised-week",
    group: "context",
    slots: { change: "revision 7" },
    side: "for",
    holds: ({ change }) => change >= LEAST_CHANGE,
    wordings: [
      ({ change }) => `In the past week alone the consensus went up by ${sizePercentText(change)}.`,
      ({ change }) => `The consensus gained ${sizePercentText(change)} in a week.`,
    ],
    tag: ({ change }) => `Consensus up ${sizePercentText(change)} in a week`,
  }),
  statement({
    name: "consensus-cut-week",
    group: "context",
    slots: { change: "revision 7" },
    side: "against",
    holds: ({ change }) => change <= -LEAST_CHANGE,
    wordings: [
      ({ change }) => `In the past week alone the consensus went down by ${sizePercentText(change)}.`,
      ({ change }) => `The consensus lost ${sizePercentText(change)} in a week.`,
    ],
    tag: ({ change }) => `Consensus down ${sizePercentText(change)} in a week`,
  }),
  statement({
    name: "consensus-raised-quarter",
    group: "context",
    slots: { change: "revision 90" },
    side: "for",
    holds: ({ change }) => change >= LEAST_CHANGE,
    wordings: [
      ({ change }) => `Analysts now expect ${sizePercentText(change)} more than three months ago.`,
      ({ change }) =>
        `Three months ago the consensus stood lower; it has since risen by ${sizePercentText(change)}.`,
    ],
    tag: ({ change }) => `Consensus up ${sizePercentText(change)} in 90 days`,
  }),
  statement({
    name: "consensus-cut-quarter",
    group: "context",
    slots: { change: "revision 90" },
    side: "against",
    holds: ({ change }) => change <= -LEAST_CHANGE,
    wordings: [
      ({ change }) => `Analysts now expect ${sizePercentText(change)} less than three months ago.`,
      ({ change }) =>
        `Three months ago the consensus stood higher; it has since fallen by ${sizePercentText(change)}.`,
    ],
    tag: ({ change }) => `Consensus down ${sizePercentText(change)} in 90 days`,
  }),
  statement({
    name: "analysts-only-raised",
    group: "context",
    slots: { up: "up 30", down: "down 30" },
    side: "for",
    holds: ({ up, down }) => up > 0 && down === 0,
    wordings: [
      ({ up }) => `${counted(up, "analyst")} raised an estimate in the last 30 days, and none cut one.`,
      ({ up }) => `No analyst cut an estimate in the last 30 days; ${up} raised theirs.`,
    ],
    tag: ({ up }) => `${counted(up, "raise")} and no cut in 30 days`,
  }),
  statement({
    name: "analysts-only-cut",
    group: "context",
    slots: { up: "up 30", down: "down 30" },
    side: "against",
    holds: ({ up, down }) => down > 0 && up === 0,
    wordings: [
      ({ down }) => `${counted(down, "analyst")} cut an estimate in the last 30 days, and none raised one.`,
      ({ down }) => `No analyst raised an estimate in the last 30 days; ${down} cut theirs.`,
    ],
    tag: ({ down }) => `${counted(down, "cut")} and no raise in 30 days`,
  }),
  statement({
    name: "analysts-split",
    group: "context",
    slots: { up: "up 30", down: "down 30" },
    side: ({ up, down }) => (up > 2 * down ? "for" : down > 2 * up ? "against" : "context"),
    holds: ({ up, down }) => up > 0 && down > 0,
    wordings: [
      ({ up, down }) => `In 30 days ${counted(up, "analyst")} raised an estimate and ${down} cut theirs.`,
      ({ up, down }) =>
        `Of the estimates changed in 30 days, ${up} went up and ${down} ${down === 1 ? "went" : "were brought"} down.`,
    ],
    tag: ({ up, down }) => `${counted(up, "raise")}, ${counted(down, "cut")} in 30 days`,
  }),
];
