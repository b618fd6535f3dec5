import { citationsOf } from "#analysis/citations.ts";
import { marked } from "#analysis/grounding/narrative.ts";
import { type MarketContext, NO_CONTEXT } from "#analysis/model/history.ts";
import type { Analysis, Stage, StageName } from "#contract/analysis.ts";
import type { MarketData, Part } from "#market/port.ts";
import type { Narrator } from "#narrate/port.ts";
import { analyse } from "./analyse.ts";
import { gather } from "./gather.ts";

/** What a run needs; all of it arguments, so that the same run serves the Worker, the jobs and the tests. */
export type RunDeps = {
  market: MarketData;
  narrator: Narrator;
  /** The market's time. */
  now: () => Date;
  newId: () => string;
};

/** Who follows a run. */
export type Watcher = {
  onStage(stage: Stage): void;
  /** Hears the narrative while a language model writes it, each sentence after it passed the grounding check. */
  onText(delta: string): void;
};

/**
 * One analysis from the ticker to the text. Tells each stage when it begins and ends. Throws MarketError or AppError
 * (`no_estimate`) when there is nothing to analyse.
 */
export async function runAnalysis(
  symbol: string,
  { market, narrator, now, newId }: RunDeps,
  watcher: Watcher,
  context: MarketContext = NO_CONTEXT,
): Promise<Analysis> {
  const stages = new Stages(watcher);
  const at = now();
  stages.begin("company");
  const gathered = await gather(market, symbol, at, (stage, found) => {
    stages.end(stage, ...outcomeOf(found));
    const next = following[stage];
    if (next) stages.begin(next);
  });
  stages.begin("model");
  const { analysis, brief } = analyse(gathered, context);
  stages.end("model", "done", `${analysis.prediction.probability}% ${analysis.prediction.predictionType}`);
  stages.begin("narrative");
  const narrative = await narrator.write(brief, at, (delta) => watcher.onText(delta));
  stages.end("narrative", "done", null);

  const { claims, keyFactors, risks, author } = narrative;
  const citations = citationsOf(brief.facts);
  return {
    ...analysis,
    id: newId(),
    aiAnalysis: {
      ...analysis.aiAnalysis,
      reasoning: claims.map(marked).join(" "),
      keyFactors,
      risks,
      claims,
      author,
    },
    comprehensiveMarketData: {
      citations,
      verifiedSources: citations.filter((citation) => citation.verified).length,
    },
    stages: stages.all(),
  };
}

const following: Partial<Record<StageName, StageName>> = {
  company: "estimates",
  estimates: "prices",
  prices: "news",
};

function outcomeOf(found: Part<unknown>[]): [Stage["status"], string | null] {
  const missing = found.filter((part) => part.state === "missing");
  if (found.length === 0 || missing.length < found.length) return ["done", null];
  return ["missing", missing[0]?.state === "missing" ? missing[0].detail : null];
}

/** Times each stage of a run and tells the watcher. */
class Stages {
  readonly #watcher: Watcher;
  readonly #begun = new Map<StageName, number>();
  readonly #ended: Stage[] = [];

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  begin(stage: StageName): void {
    this.#begun.set(stage, Date.now());
    this.#watcher.onStage({ stage, status: "running", detail: null, elapsedMs: 0 });
  }

  end(stage: StageName, status: Stage["status"], detail: string | null): void {
    const elapsedMs = Date.now() - (this.#begun.get(stage) ?? Date.now());
    const ended: Stage = { stage, status, detail: detail?.slice(0, 300) ?? null, elapsedMs };
    this.#ended.push(ended);
    this.#watcher.onStage(ended);
  }

  all(): Stage[] {
    return [...this.#ended];
  }
}
