import type { Analysis, Stage } from "#contract/analysis.ts";
import { citationsOf, verifiedSourceCount } from "#explanation/evidence.ts";
import type { Narrator } from "#explanation/narrator/narrator.ts";
import { withCitations } from "#explanation/render.ts";
import type { MarketData } from "#market/port.ts";
import { type Archive, readingArchive } from "./archive.ts";
import { computeAnalysis } from "./compute.ts";
import { describeAnalysis } from "./describe.ts";
import { gatherMarketSnapshot } from "./gather.ts";
import { Stages } from "./stages.ts";

type RunDeps = {
  market: MarketData;
  narrator: Narrator;
  now: () => Date;
  newId: () => string;
  /** By default, an archive without stored data. */
  archive?: Archive;
};

export type AnalysisListener = {
  onStage: (stage: Stage) => void;
  /** Called with each piece of the narrative's text, after the language model's whole plan has been checked. */
  onText: (delta: string) => void;
};

/**
 * Analyzes a company: gathers its data, computes the figures and writes the narrative. Throws MarketError or
 * AppError (`no_estimate`).
 */
export async function runAnalysis(
  symbol: string,
  { market, narrator, now, newId, archive = readingArchive() }: RunDeps,
  watcher: AnalysisListener,
): Promise<Analysis> {
  const stages = new Stages(watcher.onStage);
  const at = now();
  const gathered = await gatherMarketSnapshot(market, symbol, at, stages.during);
  const { analysis, brief } = await stages.during(
    "model",
    async () => {
      const company = await archive.complete(gathered.company, at);
      const [request, guidance, traders, moves] = await Promise.all([
        archive.request(company, at),
        archive.guidance(company.identity.symbol, at),
        archive.traders(company.identity.symbol, at),
        archive.moves(company.identity.symbol, at),
      ]);
      const snapshot = { ...gathered, company };
      return describeAnalysis(snapshot, computeAnalysis(snapshot, request, moves), guidance, traders);
    },
    ({ analysis: { prediction } }) => ({
      status: "done",
      detail: `${prediction.probability}% ${prediction.predictionType}`,
    }),
  );
  const narrative = await stages.during(
    "narrative",
    () => narrator.write(brief, at, watcher.onText),
    ({ author }) => ({
      status: "done",
      detail:
        author.fallbackReason ?? (author.model ? `Arranged by ${author.model}` : "Arranged by fixed rules"),
    }),
  );

  const { argument, claims, keyFactors, risks, author } = narrative;
  const citations = citationsOf(brief.facts);
  return {
    ...analysis,
    id: newId(),
    aiAnalysis: {
      ...analysis.aiAnalysis,
      reasoning: claims.map(withCitations).join(" "),
      keyFactors,
      risks,
      claims,
      argument,
      author,
    },
    comprehensiveMarketData: {
      citations,
      verifiedSources: verifiedSourceCount(brief.facts),
    },
    stages: stages.ended(),
  };
}
