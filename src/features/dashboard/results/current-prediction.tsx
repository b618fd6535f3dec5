import type { Analysis, EarningsData } from "#contract/analysis.ts";
import type { ModelSummary, ReferenceClassSummary } from "#contract/prediction.ts";
import { dateAndTime } from "#lib/dates.ts";
import { counted, number, percent, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, Figure } from "#ui/card.tsx";
import { EvidenceChip, useFactId } from "#ui/domain/evidence/evidence-chip.tsx";
import { Explanation } from "#ui/domain/explanation.tsx";
import { BandRecord } from "../prediction/badges.tsx";
import { capital, sentimentTone } from "../scales.ts";
import { Answer, predictionSentence } from "./answer.tsx";
import { HistoryChart } from "./charts/history-chart.tsx";
import { explanationFinding, historyFinding } from "./findings.ts";
import { reportLine, reportNote, reportTime } from "./report-time.ts";
import { Fold } from "./sections/section.tsx";

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
      <div className="mt-4 border-t border-line pt-4 print:hidden">
        <Fold id="eps-history" level={3} title="Earnings history" finding={historyFinding(earningsData)}>
          <HistoryChart earnings={earningsData} />
        </Fold>
      </div>
    </Card>
  );
}

type ComparedModel = Pick<ModelSummary, "baseRate" | "referenceClass" | "featureTier">;

export function ReferenceClassLine({ baseRate, referenceClass, featureTier }: ComparedModel) {
  return (
    <>
      <span className="block text-muted">
        <span className="figures">{Math.round(100 * baseRate)}</span> of 100 comparable companies beat:{" "}
        {referenceClass.label}; {reportsText(referenceClass)}; 95% interval {percent(referenceClass.low)} to{" "}
        {percent(referenceClass.high)}.
      </span>
      {(featureTier === "four_quarters" || featureTier === "four_quarters_with_context") && (
        <span className="block text-muted">
          Based on four quarters: no more of the company's past is known here, so the confidence and the
          record are those of predictions tested with four.
        </span>
      )}
    </>
  );
}

function reportsText({ n, fittedReports }: ReferenceClassSummary): string {
  const stored = `${counted(n, "report")} in the last four seasons`;
  if (fittedReports === null) return stored;
  const fitted = `${number(fittedReports)} that the model was fitted on`;
  return n === 0 ? `none stored of the last four seasons, ${fitted}` : `${stored}, and ${fitted}`;
}

function PredictionFigures({ earnings, asOf }: { earnings: EarningsData; asOf: string }) {
  const expected = useFactId("estimate", "Expected EPS");
  const consensus = useFactId("estimate", "Consensus EPS");
  const date = useFactId("earnings_date", "Report date");
  const { estimateLow, estimateHigh, analystCount } = earnings;
  const range =
    estimateLow === null || estimateHigh === null
      ? null
      : `${perShare(estimateLow, earnings.currency)} to ${perShare(estimateHigh, earnings.currency)}`;
  const analysts = analystCount === null ? null : counted(analystCount, "analyst");
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-4 border-t border-line pt-4 lg:grid-cols-4">
      <Figure
        label={<Labelled text="Expected EPS" factId={expected} />}
        value={perShare(earnings.expectedEps, earnings.currency)}
        note={rangeText(earnings)}
      />
      <Figure
        label={<Labelled text="Analyst Consensus" factId={consensus} />}
        value={perShare(earnings.analystConsensus, earnings.currency)}
        note={[analysts, range].filter(Boolean).join(", ") || undefined}
      />
      <Figure
        label={<Labelled text="Earnings Date" factId={date} />}
        value={
          earnings.earningsDate ? (
            <time dateTime={earnings.earningsDate} className="text-base">
              {reportTime(earnings)}
            </time>
          ) : (
            <span className="text-base">Not known yet</span>
          )
        }
        note={reportNote(earnings, new Date(asOf))}
      />
      <Figure
        label="Market Sentiment"
        value={
          <Badge tone={sentimentTone(earnings.marketSentiment)}>{capital(earnings.marketSentiment)}</Badge>
        }
      />
    </dl>
  );
}

/** Describes the range in which 80% of reports are expected to fall. */
function rangeText({ expectedEpsRange: range, currency }: EarningsData): string {
  if (range === null) return "the consensus: past reports are not available";
  return `8 in 10 reports end between ${perShare(range.low, currency)} and ${perShare(range.high, currency)}`;
}

function Labelled({ text, factId }: { text: string; factId: string | undefined }) {
  return (
    <>
      {text} {factId && <EvidenceChip id={factId} />}
    </>
  );
}
