import type { Analysis } from "#contract/analysis.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Card } from "#ui/card.tsx";
import { Explanation } from "#ui/domain/explanation.tsx";
import { Answer } from "./answer.tsx";
import { EpsChart } from "./charts/eps-chart.tsx";
import { BandRecord } from "./edge-bar.tsx";
import { explanationFinding, historyFinding } from "./findings.ts";
import { PredictionFigures } from "./prediction-figures.tsx";
import { predictionSentence } from "./probability-badge.tsx";
import { ReferenceClassLine } from "./reference-class-line.tsx";
import { reportLine } from "./report-time.ts";
import { Fold } from "./sections/section.tsx";

/** The prediction: the answer on the first screen, then its figures, its explanation and the company's history. */
export function CurrentPrediction({ analysis }: { analysis: Analysis }) {
  const { stock, prediction, earningsData, model, aiAnalysis } = analysis;
  return (
    <Card aria-labelledby="current-prediction" className="!p-4 sm:!p-6">
      <header className="mb-3 sm:mb-5">
        <h2 id="current-prediction" className="heading-2 scroll-mt-14 max-sm:text-xl lg:scroll-mt-0">
          {stock.name} <span className="text-muted">({stock.symbol})</span>
        </h2>
        <p className="text-sm text-muted">{reportLine(earningsData, new Date(analysis.asOf))}</p>
      </header>
      <Answer analysis={analysis} />
      <div className="mt-4 flex flex-col gap-1 border-t border-line pt-4 text-sm text-muted">
        <p>
          {predictionSentence(prediction)}{" "}
          <strong className="font-medium text-ink">A beat does not mean that the stock rises.</strong>
        </p>
        <p className="empty:hidden">
          <ReferenceClassLine {...model} />
        </p>
        <BandRecord band={model.band} />
        {prediction.notLockedReason && (
          <p className="text-warn">Not on record: {prediction.notLockedReason}</p>
        )}
        <p>
          As of <time dateTime={analysis.asOf}>{dateAndTime(analysis.asOf)}</time> · model {model.version}
        </p>
      </div>
      <PredictionFigures earnings={earningsData} asOf={analysis.asOf} />
      <div className="mt-5 border-t border-line pt-4">
        <Fold
          id="reasoning"
          level={3}
          title="AI Analysis"
          finding={explanationFinding(aiAnalysis)}
          isOpenOnWide
        >
          <section aria-labelledby="reasoning">
            <Explanation aiAnalysis={aiAnalysis} headingLevel={4} isThesisAbove />
          </section>
        </Fold>
      </div>
      <div className="mt-4 border-t border-line pt-4">
        <Fold id="eps-history" level={3} title="Earnings history" finding={historyFinding(earningsData)}>
          <EpsChart earnings={earningsData} />
        </Fold>
      </div>
    </Card>
  );
}
