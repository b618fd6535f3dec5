import type { Analysis } from "#contract/analysis.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Card } from "#ui/card.tsx";
import { Term } from "#widgets/term.tsx";
import { ConfidenceBadge } from "../prediction/badges.tsx";
import { confidenceTitle } from "../scales.ts";
import { EpsChart } from "./charts/eps-chart.tsx";
import { EdgeBar } from "./edge-bar.tsx";
import { Explanation } from "./explanation.tsx";
import { PredictionFigures } from "./prediction-figures.tsx";
import { ProbabilityBadge, predictionSentence } from "./probability-badge.tsx";

/** The prediction: probability, base rate, consensus and reasons. */
export function CurrentPrediction({ analysis }: { analysis: Analysis }) {
  const { stock, prediction, earningsData, model } = analysis;
  return (
    <Card aria-labelledby="current-prediction">
      <header className="mb-5 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="current-prediction" className="heading-2">
          {stock.name} <span className="text-muted">({stock.symbol})</span>
        </h2>
        <p className="text-sm text-muted">
          As of <time dateTime={analysis.asOf}>{dateAndTime(analysis.asOf)}</time> · model {model.version}
        </p>
      </header>
      <div className="grid gap-6 md:grid-cols-[auto_1fr] md:items-center">
        <ProbabilityBadge percent={Number(prediction.probability)} type={prediction.predictionType} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="heading-3">{confidenceTitle(prediction.confidence)} Confidence Prediction</h3>
            <span className="inline-flex items-center gap-2 text-sm">
              <Term name="confidence">Confidence</Term>
              <ConfidenceBadge confidence={prediction.confidence} />
            </span>
          </div>
          <p className="mt-1 text-muted">
            {predictionSentence(prediction)}{" "}
            <strong className="font-medium text-ink">A beat does not mean that the stock rises.</strong>
          </p>
          <EdgeBar probability={prediction.beatProbability} model={model} />
          {prediction.notLockedReason && (
            <p className="mt-3 text-sm text-warn">Not on record: {prediction.notLockedReason}</p>
          )}
        </div>
      </div>
      <PredictionFigures earnings={earningsData} asOf={analysis.asOf} />
      <Explanation aiAnalysis={analysis.aiAnalysis} />
      <section aria-label="Earnings history" className="mt-6 border-t border-line pt-5">
        <EpsChart earnings={earningsData} />
      </section>
    </Card>
  );
}
