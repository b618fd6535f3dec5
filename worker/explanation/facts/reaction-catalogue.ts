import { ofKind } from "./definition.ts";

const reports = { unit: "reports" } as const;
const share = { unit: "%" } as const;
const reaction = { computedBy: "reactionAfter" } as const;

/** How reports went elsewhere, as the model was given it. */
export const seasonFacts = ofKind("market", {
  marketBeatRate: { label: "Beats among all reports of 90 days", ...share },
  seasonBeatRate: { label: "Beats among all reports of 30 days", ...share },
  peerReports: { label: "Reports of its industry in 45 days", ...reports },
  peerBeats: { label: "Beats among its industry's reports in 45 days", ...reports },
  industryReports: { label: "Reports of its industry in 400 days", ...reports },
  industryBeats: { label: "Beats among its industry's reports in 400 days", ...reports },
});

/** What shares did over past reports. */
export const reactionFacts = ofKind("options", {
  largeBeatReports: { label: "Past reports that beat by 5% or more", ...reports, ...reaction },
  roseAfterLargeBeat: { label: "Shares that rose after a beat by 5% or more", ...share, ...reaction },
  beatReports: { label: "Past reports that beat by less than 5%", ...reports, ...reaction },
  roseAfterBeat: { label: "Shares that rose after a beat by less than 5%", ...share, ...reaction },
  missReports: { label: "Past reports that missed by less than 5%", ...reports, ...reaction },
  roseAfterMiss: { label: "Shares that rose after a miss by less than 5%", ...share, ...reaction },
  typicalMove: {
    label: "Typical move for such a report",
    ...share,
    computedBy: "pastReactionsOf",
    note: "The mean size of a move after each kind of surprise, weighted by its probability.",
  },
  movesMeasured: { label: "Past reports with a known move", ...reports, computedBy: "pastReactionsOf" },
  movesBeyondImplied: {
    label: "Past moves larger than the options imply now",
    ...reports,
    computedBy: "pastReactionsOf",
  },
  beatsMeasured: { label: "The company's beats with a known move", ...reports, computedBy: "beatsThatRose" },
  beatsRose: {
    label: "The company's beats after which the share rose",
    ...reports,
    computedBy: "beatsThatRose",
  },
});
