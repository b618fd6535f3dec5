import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { outcomeBadgeOf, type PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { calendarDate, dateAndTime, relativeDayLabel, relativeTimeText } from "#lib/dates.ts";
import { MISSING, percent, perShare } from "#lib/numbers.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card, CardHeader, Figure } from "#ui/card.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { FilingCheckText, GuidedText, RecapFigures, recapSentences } from "#ui/domain/recap-figures.tsx";
import { GlossaryTerm } from "#ui/domain/term.tsx";
import { VerdictBadge } from "#ui/domain/verdict-badge.tsx";
import { ArrowLeft } from "#ui/icons.tsx";
import { predictionQuery } from "../api.ts";
import { AnalysisResult } from "../results/analysis-result.tsx";
import { ResultSkeleton } from "../results/result-skeleton.tsx";
import { capital } from "../scales.ts";
import { viewPath } from "../views.ts";
import { OutcomeBadge } from "./badges.tsx";

export function PredictionView({ id }: { id: string }) {
  const predictionAnswer = useQuery(predictionQuery(id));
  const { prediction, analysis, recap } = predictionAnswer.data ?? {};
  const symbol = prediction?.stock.symbol;
  useEffect(() => {
    document.title = `${symbol ? `${symbol} prediction` : "Prediction"} · Beatcast`;
  }, [symbol]);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <LinkButton href={viewPath("history")} variant="ghost" size="sm" className="-ml-3">
          <ArrowLeft className="size-4" />
          Back to Prediction History
        </LinkButton>
      </header>
      <h1 className="heading-1">{prediction ? `${prediction.stock.name} (${symbol})` : "Prediction"}</h1>
      {predictionAnswer.isPending && <ResultSkeleton />}
      {predictionAnswer.isError && (
        <LoadFailure title="This prediction could not be loaded" query={predictionAnswer} />
      )}
      {prediction &&
        (recap ? (
          <RecapCard prediction={prediction} recap={recap} />
        ) : (
          <OutcomeCard prediction={prediction} />
        ))}
      {analysis && <AnalysisResult analysis={analysis} predictionId={id} />}
    </>
  );
}

const unreportedNotes: Record<PredictionHistoryItem["state"], string> = {
  pending: "not out yet",
  settled: "",
  void: "no usable figure was published",
  review: "under review",
  unlocked: "not looked for",
};

function OutcomeCard({ prediction }: { prediction: PredictionHistoryItem }) {
  const { createdAt, predictionType, probability, baseRate, consensusEps, actualEps, currency } = prediction;
  const now = new Date();
  return (
    <Card aria-labelledby="outcome">
      <CardHeader
        id="outcome"
        title="Outcome"
        description={`As shown on ${dateAndTime(createdAt)}, ${relativeTimeText(createdAt, now)}`}
        aside={<OutcomeBadge {...prediction} />}
      />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure
          label="Prediction"
          value={`${capital(predictionType)} ${probability}%`}
          note={
            <>
              <GlossaryTerm name="baseRate">base rate</GlossaryTerm> of beats {percent(baseRate, 1)}
            </>
          }
        />
        <Figure label="Consensus then" value={perShare(consensusEps, currency)} />
        <Figure
          label="Reported EPS"
          value={perShare(actualEps, currency)}
          note={prediction.actualResult ? `a ${prediction.actualResult}` : unreportedNotes[prediction.state]}
        />
        <Figure
          label="Report"
          value={
            <span className="text-base">
              {prediction.reportDate ? calendarDate(prediction.reportDate) : MISSING}
            </span>
          }
          note={prediction.reportDate ? relativeDayLabel(prediction.reportDate, now) : "date not known"}
        />
      </dl>
      {prediction.stateReason && <p className="mt-4 text-sm text-muted">{prediction.stateReason}</p>}
    </Card>
  );
}

function RecapCard({ prediction, recap }: { prediction: PredictionHistoryItem; recap: Recap }) {
  const { symbol } = prediction.stock;
  const { sign, tone, badge } = outcomeBadgeOf(prediction, prediction.beatProbability);
  return (
    <Card aria-labelledby="recap">
      <CardHeader
        id="recap"
        title="Recap"
        description={`Predicted on ${dateAndTime(prediction.createdAt)}; the analysis below is exactly as it was shown then`}
        aside={<VerdictBadge sign={sign} tone={tone} text={badge} />}
      />
      <p className="mb-5 max-w-3xl text-pretty">{recapSentences({ item: prediction, recap })}</p>
      <RecapFigures item={prediction} recap={recap} />
      <div className="mt-5 flex flex-col gap-4">
        <GuidedText item={prediction} recap={recap} />
        <FilingCheckText check={recap.filing} currency={prediction.currency} />
      </div>
      <p className="mt-5 text-sm text-muted">
        A beat does not mean that the stock rises.{" "}
        <a href={`/stocks/${encodeURIComponent(symbol)}`} className="link">
          All reports of {symbol}
        </a>
      </p>
    </Card>
  );
}
