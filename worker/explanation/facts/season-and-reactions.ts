import type { PastReactions } from "#contract/past-reactions.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import type { MarketContext } from "#model/history.ts";
import { round } from "#model/numbers.ts";
import type { EvidenceSet, Origin } from "../evidence.ts";
import { addFrom } from "./definition.ts";
import { reactionFacts, seasonFacts } from "./reaction-catalogue.ts";

/** When the facts were known, and whether they are of the simulated market. */
type Known = Pick<Origin, "asOf" | "state">;

const percent = (share: number) => round(100 * share, 1);

/** Notes how reports went elsewhere before the day of the analysis, as the model was given it. */
export function noteSeason(evidence: EvidenceSet, context: MarketContext, { asOf, state }: Known): void {
  const add = addFrom(evidence, { source: "Stored reports", url: null, asOf, state });
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

/** Notes what shares did after past beats and misses: this company's and those of other companies. */
export function noteReactions(
  evidence: EvidenceSet,
  { rows, typicalMovePercent, beyondImplied, from, to }: PastReactions,
  move: ImpliedMove | null,
  { asOf, state }: Known,
): void {
  const origin: Origin = { source: "past reports", url: null, asOf, state };
  const add = addFrom(evidence, origin);
  const note = `Reports from ${from} to ${to}.`;
  for (const { band, n, shareRose } of rows) {
    const [reports, share] = ofBand[band];
    if (!reports || !share) continue;
    add(reports, n, { note });
    add(share, percent(shareRose), { note });
  }
  add(reactionFacts.typicalMove, typicalMovePercent);
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
