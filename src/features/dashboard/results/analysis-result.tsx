import type { Analysis } from "#contract/analysis.ts";
import { Disclosure } from "#widgets/disclosure.tsx";
import { CurrentPrediction } from "./current-prediction.tsx";
import { EvidenceProvider } from "./evidence-chip.tsx";
import { NewsPanel } from "./news-panel.tsx";
import { SocialPanel } from "./social/social-panel.tsx";
import { StrategyExamples } from "./strategy-examples.tsx";
import { TechnicalPanel } from "./technical-panel.tsx";
import { TransparencyPanel } from "./transparency-panel.tsx";

/** A finished analysis, in the spec's order. Missing parts are left out or say so. */
export function AnalysisResult({ analysis }: { analysis: Analysis }) {
  const { aiAnalysis, newsAnalysis, technicalIndicators, socialSentiment, impliedMove } = analysis;
  return (
    <EvidenceProvider value={analysis.evidence}>
      <article aria-label={`Analysis of ${analysis.stock.symbol}`} className="flex flex-col gap-6">
        <Disclosure variant="educational" />
        <CurrentPrediction analysis={analysis} />
        <StrategyExamples
          aiAnalysis={aiAnalysis}
          impliedMove={impliedMove}
          currency={analysis.stock.currency}
          price={analysis.stock.price}
        />
        {aiAnalysis.transparencyBreakdown && (
          <TransparencyPanel
            breakdown={aiAnalysis.transparencyBreakdown}
            baseRate={analysis.model.baseRate}
            probability={analysis.prediction.beatProbability}
          />
        )}
        {newsAnalysis && <NewsPanel news={newsAnalysis} asOf={analysis.asOf} />}
        {technicalIndicators && <TechnicalPanel technicals={technicalIndicators} />}
        {socialSentiment && (
          <SocialPanel
            social={socialSentiment}
            currency={analysis.stock.currency}
            estimateCurrency={analysis.earningsData.currency}
            price={analysis.stock.price}
            asOf={analysis.asOf}
          />
        )}
      </article>
    </EvidenceProvider>
  );
}
