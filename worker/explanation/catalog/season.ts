import { counted, number } from "#contract/format.ts";
import { percent } from "../figures.ts";
import { statement } from "../statement.ts";

const LEAST_PEERS = 3;
/** Two beat rates that differ by less than this many percentage points count as equal. */
const NEAR = 2;

const rates = { season: "seasonBeatRate", usual: "marketBeatRate" } as const;

export const season = [
  statement({
    name: "season-better",
    group: "context",
    slots: rates,
    side: "for",
    holds: ({ season, usual }) => season - usual >= NEAR,
    wordings: [
      ({ season, usual }) =>
        `The season goes well: ${percent(season)} of the last month's reports beat, against ${percent(usual)} over three months.`,
      ({ season, usual }) =>
        `Across the market ${percent(season)} of reports beat in the last month, up from ${percent(usual)} over three months.`,
    ],
    tag: ({ season }) => `${percent(season)} beat this season`,
  }),
  statement({
    name: "season-worse",
    group: "context",
    slots: rates,
    side: "against",
    holds: ({ season, usual }) => usual - season >= NEAR,
    wordings: [
      ({ season, usual }) =>
        `The season goes badly: ${percent(season)} of the last month's reports beat, against ${percent(usual)} over three months.`,
      ({ season, usual }) =>
        `Across the market ${percent(season)} of reports beat in the last month, down from ${percent(usual)} over three months.`,
    ],
    tag: ({ season }) => `${percent(season)} beat this season`,
  }),
  statement({
    name: "season-usual",
    group: "context",
    slots: rates,
    side: "context",
    holds: ({ season, usual }) => Math.abs(season - usual) < NEAR,
    wordings: [
      ({ season }) => `The season is an ordinary one: ${percent(season)} of the last month's reports beat.`,
      ({ season }) => `Across the market ${percent(season)} of reports beat in the last month, as usual.`,
    ],
  }),
  statement({
    name: "peers-this-season",
    group: "context",
    slots: { beats: "peerBeats", reports: "peerReports" },
    side: ({ beats, reports }) =>
      beats / reports >= 0.75 ? "for" : beats / reports <= 0.5 ? "against" : "context",
    holds: ({ beats, reports }) => reports >= LEAST_PEERS && beats <= reports,
    wordings: [
      ({ beats, reports }) => `Of ${counted(reports, "report")} in its industry this season, ${beats} beat.`,
      ({ beats, reports }) =>
        `In its industry ${beats} of ${counted(reports, "report")} beat so far this season.`,
    ],
    tag: ({ beats, reports }) => `${beats} of ${reports} peers beat this season`,
  }),
  statement({
    name: "industry-past-year",
    group: "context",
    slots: { beats: "industryBeats", reports: "industryReports" },
    side: "context",
    holds: ({ beats, reports }) => reports >= 10 && beats <= reports,
    wordings: [
      ({ beats, reports }) =>
        `Over the past year ${percent((100 * beats) / reports)} of its industry's reports beat.`,
      ({ beats, reports }) =>
        `Its industry beat in ${number(beats)} of ${number(reports)} reports over the past year.`,
    ],
  }),
];
