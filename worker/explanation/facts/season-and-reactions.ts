import { moveBasisText, type PastReactions } from "#contract/past-reactions.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import type { MarketContext } from "#model/history.ts";
import { round } from "#model/statistics.ts";
import type { EvidenceOrigin, EvidenceSet } from "../evidence.ts";
import { factAdderFor, factDefinitionsOfKind } from "./catalog.ts";

const reports = { unit: "reports" } as const;
const share = { unit: "%" } as const;
const reaction = { computedBy: "reactionAfter" } as const;

const seasonFacts = factDefinitionsOfKind("market", {
  marketBeatRate: { label: "Beats among all reports of 90 days", ...share },
  seasonBeatRate: { label: "Beats among all reports of 30 days", ...share },
  peerReports: { label: "Reports of its industry in 45 days", ...reports },
  peerBeats: { label: "Beats among its industry's reports in 45 days", ...reports },
  industryReports: { label: "Reports of its industry in 400 days", ...reports },
  industryBeats: { label: "Beats among its industry's reports in 400 days", ...reports },
});

const reactionFacts = factDefinitionsOfKind("options", {
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
  },
  moveBand: {
    label: "Move within which 80% of such reports stayed",
    ...share,
    computedBy: "pastReactionsOf",
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

/** The moment of the facts and their state, which says whether the figures are simulated. */
type FactOrigin = Pick<EvidenceOrigin, "asOf" | "state">;

const percent = (share: number) => round(100 * share, 1);

export function addSeasonFacts(
  evidence: EvidenceSet,
  context: MarketContext,
  { asOf, state }: FactOrigin,
): void {
  const add = factAdderFor(evidence, { source: "Stored reports", url: null, asOf, state });
  const { seasonBeatRate, marketBeatRate, industry, peersThisSeason } = context;
  if (marketBeatRate !== null) add(seasonFacts.marketBeatRate, percent(marketBeatRate));
  if (seasonBeatRate !== null) add(seasonFacts.seasonBeatRate, percent(seasonBeatRate));
  if (peersThisSeason && peersThisSeason.n > 0) {
    add(seasonFacts.peerReports, peersThisSeason.n);
    add(seasonFacts.peerBeats, peersThisSeason.beats);
  }
  if (industry && industry.n > 0) {
    add(seasonFacts.industryReports, industry.n);
    add(seasonFacts.industryBeats, industry.beats);
  }
}

export function addReactionsFacts(
  evidence: EvidenceSet,
  { rows, typicalMove, beyondImplied, from, to }: PastReactions,
  move: ImpliedMove | null,
  { asOf, state }: FactOrigin,
): void {
  const origin: EvidenceOrigin = { source: "past reports", url: null, asOf, state };
  const add = factAdderFor(evidence, origin);
  const note = `Reports from ${from} to ${to}.`;
  for (const { band, n, shareRose } of rows) {
    const [reports, share] = ofBand[band];
    if (!reports || !share) continue;
    add(reports, n, { note });
    add(share, percent(shareRose), { note });
  }
  if (typicalMove) {
    const basis = { note: `From ${moveBasisText(typicalMove)}.` };
    add(reactionFacts.typicalMove, typicalMove.percent, basis);
    add(reactionFacts.moveBand, typicalMove.bandPercent, basis);
  }
  if (beyondImplied) {
    add(reactionFacts.movesMeasured, beyondImplied.n);
    add(reactionFacts.movesBeyondImplied, beyondImplied.larger);
  }
  if (!move?.beatsThatRose) return;
  add(reactionFacts.beatsMeasured, move.beatsThatRose.beats);
  add(reactionFacts.beatsRose, move.beatsThatRose.rose);
}

const ofBand = {
  beatBy5OrMore: [reactionFacts.largeBeatReports, reactionFacts.roseAfterLargeBeat],
  beat: [reactionFacts.beatReports, reactionFacts.roseAfterBeat],
  meet: [],
  miss: [reactionFacts.missReports, reactionFacts.roseAfterMiss],
  missBy5OrMore: [],
} as const;
