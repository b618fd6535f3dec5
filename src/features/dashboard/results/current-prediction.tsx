import type { AnalysisResponse } from "#contract/analysis.ts";
import { dateAndTime, easternTime } from "#lib/dates.ts";
import { number } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, Figure } from "#ui/card.tsx";
import { capital, confidenceNames, sentimentTone } from "../scales.ts";
import { CitedText } from "./cited-text.tsx";
import { EdgeBar } from "./edge-bar.tsx";
import { ProbabilityBadge } from "./probability-badge.tsx";

/** The call itself: probability, base rate, what it is measured against, and why. */
export function CurrentPrediction({ analysis }: { analysis: AnalysisResponse }) {
  const { stock, prediction, earningsData, aiAnalysis, model } = analysis;
  const isBeat = prediction.predictionType === "beat";
  const author = aiAnalysis.author;
  return (
    <Card aria-labelledby="current-prediction">
      <header className="mb-5 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="current-prediction" className="heading-2">
          {stock.name} <span className="text-muted">({stock.symbol})</span>
        </h2>
        <p className="text-sm text-muted">
          As of {dateAndTime(analysis.asOf)} · model {model.version}
        </p>
      </header>
      <div className="grid gap-6 md:grid-cols-[auto_1fr] md:items-center">
        <ProbabilityBadge percent={Number(prediction.probability)} type={prediction.predictionType} />
        <div className="min-w-0">
          <h3 className="heading-3">{confidenceNames[prediction.confidence]} Confidence Prediction</h3>
          <p className="mt-1 text-muted">
            {isBeat
              ? "The AI predicts a strong likelihood of exceeding expectations, measured against the analysts' consensus."
              : "The AI predicts a potential shortfall against the analysts' consensus."}
          </p>
          <EdgeBar probability={prediction.beatProbability} model={model} />
          {prediction.notLockedReason && (
            <p className="mt-3 text-sm text-warn">Not on record: {prediction.notLockedReason}</p>
          )}
        </div>
      </div>
      <dl className="mt-6 grid grid-cols-2 gap-4 border-t border-line pt-5 lg:grid-cols-4">
        <Figure
          label="Expected EPS"
          value={epsText(earningsData.expectedEps, earningsData.currency)}
          note="consensus and usual surprise"
        />
        <Figure
          label="Analyst Consensus"
          value={epsText(earningsData.analystConsensus, earningsData.currency)}
          note={earningsData.analystCount === null ? undefined : `${earningsData.analystCount} analysts`}
        />
        <Figure
          label="Earnings Date"
          value={<ReportDate earnings={earningsData} />}
          note={dateNote(earningsData)}
        />
        <Figure
          label="Market Sentiment"
          value={
            <Badge tone={sentimentTone(earningsData.marketSentiment)}>
              {capital(earningsData.marketSentiment)}
            </Badge>
          }
        />
      </dl>
      <section aria-labelledby="reasoning" className="mt-6 border-t border-line pt-5">
        <h3 id="reasoning" className="heading-3 mb-2">
          AI Analysis
        </h3>
        <p className="max-w-prose leading-relaxed">
          {aiAnalysis.claims.map((claim) => (
            <CitedText key={claim.text} text={claim.text} evidence={analysis.evidence} />
          ))}
        </p>
        <p className="mt-2 text-sm text-muted">
          {author.kind === "rules"
            ? "Written by fixed rules from the evidence below."
            : `Written by the language model ${author.model ?? ""} and checked against the evidence below.`}
        </p>
        <h3 className="mb-2 mt-5 text-sm font-semibold">Key Factors</h3>
        <ul className="flex flex-wrap gap-2">
          {aiAnalysis.keyFactors.map((factor) => (
            <li key={factor}>
              <Badge tone="primary">{factor}</Badge>
            </li>
          ))}
        </ul>
        <h3 className="mb-2 mt-5 text-sm font-semibold">Risks</h3>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
          {aiAnalysis.risks.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

function epsText(value: number, currency: string | null): string {
  return `${number(value, 2)} ${currency ?? ""}`.trim();
}

function ReportDate({ earnings }: { earnings: AnalysisResponse["earningsData"] }) {
  if (!earnings.earningsDate) return <>—</>;
  return <span className="text-base">{easternTime(earnings.earningsDate)}</span>;
}

function dateNote({
  isStale,
  earningsDateEnd,
  isEarningsDateEstimate,
}: AnalysisResponse["earningsData"]): string | undefined {
  if (isStale) return "has passed; the next date is not known";
  if (earningsDateEnd) return `or until ${easternTime(earningsDateEnd)}`;
  return isEarningsDateEstimate ? "estimated" : undefined;
}
