import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Figures } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { LoadFailure } from "#ui/notice.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import { ownFiguresQuery } from "../api.ts";
import { addressOf } from "../history/filters.ts";

const FiguresView = lazy(() => import("#ui/domain/record-figures/figures-view.tsx"));

/** Calibration, discrimination and skill of the user's own predictions; a bin leads to its predictions in the history. */
export function OwnFigures() {
  const { data, error, isFetching, isPending, refetch } = useQuery(ownFiguresQuery());
  if (isPending) return <SkeletonLines lines={8} />;
  if (error)
    return (
      <LoadFailure
        title="Your calibration could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const { figures } = data;
  if (figures.n < MIN_SETTLED_FOR_PERCENTAGE)
    return (
      <Card aria-labelledby="your-calibration">
        <CardHeader id="your-calibration" title="Calibration" />
        <p className="max-w-3xl text-muted text-pretty">
          {figures.n} of your predictions are settled. Calibration takes at least {MIN_SETTLED_FOR_PERCENTAGE}
          , because fewer say nothing. The public track record has them all.
        </p>
      </Card>
    );
  return <OwnCharts figures={figures} />;
}

function OwnCharts({ figures }: { figures: Figures }) {
  const [, setParams] = useSearchParams();
  return (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <FiguresView
        figures={figures}
        chosenBin={null}
        onChooseBin={(bin) => setParams(addressOf({ bin, outcome: "settled" }))}
      />
    </Suspense>
  );
}
