import { counted, number } from "#contract/format.ts";
import { money, percent } from "../figures.ts";
import { statement } from "../statement.ts";

/**
 * The implied and the average past move count as equal when they differ by less than this many percentage
 * points.
 */
const NEAR = 0.5;
const LEAST_REPORTS = 30;

const moves = { implied: "impliedMove", past: "averageMove" } as const;

export const reactions = [
  statement({
    name: "implied-above-past-move",
    group: "context",
    slots: moves,
    side: "context",
    holds: ({ implied, past }) => implied - past >= NEAR,
    wordings: [
      ({ implied, past }) =>
        `Options price in a move of ${percent(implied)} either way, more than the ${percent(past)} of past reports.`,
      ({ implied, past }) =>
        `Past reports moved the share by ${percent(past)} on average; options now price in more, ${percent(implied)}.`,
    ],
    tag: ({ implied }) => `Implied move ${percent(implied)}`,
  }),
  statement({
    name: "implied-below-past-move",
    group: "context",
    slots: moves,
    side: "context",
    holds: ({ implied, past }) => past - implied >= NEAR,
    wordings: [
      ({ implied, past }) =>
        `Options price in a move of ${percent(implied)} either way, less than the ${percent(past)} of past reports.`,
      ({ implied, past }) =>
        `Past reports moved the share by ${percent(past)} on average; options now price in less, ${percent(implied)}.`,
    ],
    tag: ({ implied }) => `Implied move ${percent(implied)}`,
  }),
  statement({
    name: "implied-as-past-move",
    group: "context",
    slots: moves,
    side: "context",
    holds: ({ implied, past }) => Math.abs(implied - past) < NEAR,
    wordings: [
      ({ implied }) =>
        `Options price in a move of ${percent(implied)} either way, about as large as in the past.`,
      ({ implied }) =>
        `The move that options price in, ${percent(implied)}, is the usual one for its reports.`,
    ],
    tag: ({ implied }) => `Implied move ${percent(implied)}`,
  }),
  statement({
    name: "implied-move",
    group: "context",
    slots: { implied: "impliedMove" },
    side: "context",
    holds: ({ implied }) => implied > 0,
    wordings: [
      ({ implied }) => `Options price in a move of ${percent(implied)} in either direction.`,
      ({ implied }) => `According to its options, the share may move ${percent(implied)} up or down.`,
    ],
    tag: ({ implied }) => `Implied move ${percent(implied)}`,
  }),
  statement({
    name: "past-move",
    group: "context",
    slots: { past: "averageMove" },
    side: "context",
    holds: ({ past }) => past > 0,
    wordings: [
      ({ past }) => `Past reports moved the share by ${percent(past)} on average, up or down.`,
      ({ past }) => `Over its past reports the share moved ${percent(past)} on average.`,
    ],
    tag: ({ past }) => `Past move ${percent(past)}`,
  }),
  statement({
    name: "straddle-price",
    group: "context",
    slots: { straddle: "straddle" },
    side: "context",
    holds: ({ straddle }) => straddle.amount > 0,
    wordings: [
      ({ straddle }) => `A call and a put at the current price cost ${money(straddle)} together.`,
      ({ straddle }) => `The at-the-money straddle costs ${money(straddle)} a share.`,
    ],
  }),
  statement({
    name: "typical-move",
    group: "context",
    slots: { typical: "typicalMove", band: "moveBand" },
    side: "context",
    holds: ({ typical, band }) => typical > 0 && band >= typical,
    wordings: [
      ({ typical, band }) =>
        `A typical move after such a report is ${percent(typical)}, up or down; four of five stayed within ${percent(band)}.`,
      ({ typical, band }) =>
        `Such reports moved a share by ${percent(typical)} on average, and four of five by no more than ${percent(band)}.`,
    ],
  }),
  statement({
    name: "moves-beyond-implied",
    group: "context",
    slots: { larger: "movesBeyondImplied", reports: "movesMeasured" },
    side: "context",
    holds: ({ larger, reports }) => reports >= 2 && larger <= reports,
    wordings: [
      ({ larger, reports }) =>
        `After ${larger} of ${reports} past reports the share moved more than options now price in.`,
      ({ larger, reports }) =>
        `The move that options price in was exceeded after ${larger} of ${counted(reports, "report")}.`,
    ],
  }),
  statement({
    name: "rose-after-own-beats",
    group: "context",
    slots: { rose: "beatsRose", beats: "beatsMeasured" },
    side: "context",
    holds: ({ rose, beats }) => beats >= 1 && rose <= beats,
    wordings: [
      ({ rose, beats }) => `The share rose after ${rose} of its ${counted(beats, "past beat")}.`,
      ({ rose, beats }) =>
        `Of ${counted(beats, "past beat")}, ${rose} ${rose === 1 ? "was" : "were"} followed by a rise.`,
    ],
    tag: ({ rose, beats }) => `Share rose after ${rose} of ${counted(beats, "beat")}`,
  }),
  ...(
    [
      ["rose-after-large-beats", "largeBeatReports", "roseAfterLargeBeat", "a beat of 5% or more"],
      ["rose-after-small-beats", "beatReports", "roseAfterBeat", "a beat of less than 5%"],
      ["rose-after-small-misses", "missReports", "roseAfterMiss", "a miss of less than 5%"],
    ] as const
  ).map(([name, reports, share, noun]) =>
    statement({
      name,
      group: "context",
      slots: { reports, share },
      side: "context",
      holds: (v) => v.reports >= LEAST_REPORTS,
      wordings: [
        (v) =>
          `At other companies, ${noun} was followed by a higher share price in ${percent(v.share)} of cases.`,
        (v) =>
          `Among ${number(v.reports)} past reports with ${noun}, the share rose after ${percent(v.share)}.`,
      ],
    }),
  ),
];
