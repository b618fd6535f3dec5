import { counted } from "#contract/format.ts";
import { money, percent } from "../figures.ts";
import { statement } from "../statement.ts";

/** A price change is large from this percentage on. */
const LARGE_MOVE = 5;
/** The consensus is thin below this number of analysts. */
const THIN_CONSENSUS = 5;
/** The history is short below this number of reports. */
const SHORT_HISTORY = 4;

const absences = [
  ["history", "Its past reports are not available to us."],
  ["reportDate", "We do not know when it reports."],
  ["revisions", "How the estimates changed is not known to us."],
  ["impliedMove", "The move that options imply for the report is not available."],
  ["averageMove", "We do not know how the share moved over past reports."],
  ["technicals", "Daily prices are not available."],
  ["ratings", "Analyst ratings are not available."],
  ["targets", "Price targets are not available."],
  ["news", "News of the company is not available."],
  ["messages", "Messages of investors are not available."],
] as const;

/** Statements on risks. The first one is part of every analysis. */
export const risks = [
  statement({
    name: "beat-is-no-rise",
    group: "risk",
    slots: { prediction: "prediction" },
    side: "context",
    holds: () => true,
    wordings: [
      () => "A beat does not mean that the stock rises: we predict the report, not the share price.",
      () => "We predict the report and not the share price; a beat does not mean that the stock rises.",
    ],
  }),
  statement({
    name: "fell-after-own-beats",
    group: "risk",
    slots: { rose: "beatsRose", beats: "beatsMeasured" },
    side: "context",
    holds: ({ rose, beats }) => rose < beats,
    wordings: [
      ({ rose, beats }) =>
        `After ${beats - rose} of its ${counted(beats, "past beat")} the share did not rise.`,
      ({ rose, beats }) => `The share rose after only ${rose} of ${counted(beats, "past beat")}.`,
    ],
  }),
  statement({
    name: "confidence-low",
    group: "risk",
    slots: { confidence: "confidence" },
    side: "context",
    holds: ({ confidence }) => confidence === "low",
    wordings: [
      () => "Our confidence in this prediction is low, so the outcome is uncertain.",
      () => "Treat this prediction with care: our confidence in it is low.",
    ],
  }),
  statement({
    name: "large-implied-move",
    group: "risk",
    slots: { move: "impliedMove" },
    side: "context",
    holds: ({ move }) => move >= LARGE_MOVE,
    wordings: [
      ({ move }) => `The share may jump or drop: options price in ${percent(move)} either way.`,
      ({ move }) => `Options price in a large move, ${percent(move)} in either direction.`,
    ],
  }),
  statement({
    name: "large-past-move",
    group: "risk",
    slots: { move: "averageMove" },
    side: "context",
    holds: ({ move }) => move >= LARGE_MOVE,
    wordings: [
      ({ move }) => `Past reports moved the share a lot, ${percent(move)} on average.`,
      ({ move }) => `The share moved ${percent(move)} on average over past reports, up or down.`,
    ],
  }),
  statement({
    name: "thin-consensus",
    group: "risk",
    slots: { analysts: "analystCount" },
    side: "context",
    holds: ({ analysts }) => analysts > 0 && analysts < THIN_CONSENSUS,
    wordings: [
      ({ analysts }) => `The consensus is thin: it rests on ${counted(analysts, "analyst")}.`,
      ({ analysts }) => `Only ${counted(analysts, "analyst")} made this consensus.`,
    ],
  }),
  statement({
    name: "short-history",
    group: "risk",
    slots: { reports: "countedReports" },
    side: "context",
    holds: ({ reports }) => reports < SHORT_HISTORY,
    wordings: [
      ({ reports }) => `We know only ${counted(reports, "past report")}, which says little of a company.`,
      ({ reports }) => `With ${counted(reports, "past report")} its record is short.`,
    ],
  }),
  statement({
    name: "date-not-confirmed",
    group: "risk",
    slots: { standing: "dateStanding" },
    side: "context",
    holds: ({ standing }) => standing === "estimated",
    wordings: [
      () => "The report date is an estimate and may move.",
      () => "The company has not confirmed the date of its report.",
    ],
  }),
  statement({
    name: "wide-outcomes",
    group: "risk",
    slots: { low: "expectedLow", high: "expectedHigh" },
    side: "context",
    holds: ({ low, high }) => low.currency === high.currency && low.amount < 0 && high.amount > 0,
    wordings: [
      ({ low, high }) => `The figure may be a loss or a profit: we expect ${money(low)} to ${money(high)}.`,
      ({ low, high }) => `From ${money(low)} to ${money(high)}, what we expect spans a loss and a profit.`,
    ],
  }),
  ...absences.map(([absent, text]) =>
    statement({
      name: `no-${absent.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`,
      group: "risk",
      slots: { part: { absent } },
      side: "context",
      holds: () => true,
      wordings: [() => text, () => `Missing here: ${text.charAt(0).toLowerCase()}${text.slice(1)}`],
    }),
  ),
];
