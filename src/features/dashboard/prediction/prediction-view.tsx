import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button, LinkButton } from "#ui/button.tsx";
import { ArrowLeft, Printer } from "#ui/icons.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { viewPath } from "../paths.ts";
import { predictionQuery } from "../queries.ts";
import { AnalysisResult } from "../results/analysis-result.tsx";
import { Sources } from "../results/sources.tsx";
import { OutcomeCard } from "./outcome-card.tsx";

/** A past prediction: how it turned out, then the analysis exactly as it was shown. */
export function PredictionView({ id }: { id: string }) {
  const found = useQuery(predictionQuery(id));
  const { prediction, analysis } = found.data ?? {};
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
        {analysis && (
          <Button variant="ghost" size="sm" onClick={() => print()}>
            <Printer className="size-4" />
            Print
          </Button>
        )}
      </header>
      <h1 className="heading-1">{prediction ? `${prediction.stock.name} (${symbol})` : "Prediction"}</h1>
      {found.isPending && <SkeletonLines lines={8} />}
      {found.isError && (
        <LoadFailure
          title="This prediction could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {prediction && <OutcomeCard prediction={prediction} />}
      {analysis && (
        <>
          <AnalysisResult analysis={analysis} />
          <Sources analysis={analysis} />
        </>
      )}
    </>
  );
}
