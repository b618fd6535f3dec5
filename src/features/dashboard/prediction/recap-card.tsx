import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { dateAndTime } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { FilingCheckText } from "#ui/domain/filing-check.tsx";
import { RecapFigures, recapSentences } from "#ui/domain/recap-figures.tsx";

/** What became of a settled prediction, above its frozen analysis. The same look for right and wrong. */
export function RecapCard({ prediction, recap }: { prediction: PredictionHistoryItem; recap: Recap }) {
  const { symbol } = prediction.stock;
  return (
    <Card aria-labelledby="recap">
      <CardHeader
        id="recap"
        title="Recap"
        description={`Predicted on ${dateAndTime(prediction.createdAt)}; the analysis below is exactly as it was shown then`}
        aside={<Badge>{prediction.isCorrect ? "Right" : "Wrong"}</Badge>}
      />
      <p className="mb-5 max-w-3xl text-pretty">{recapSentences({ item: prediction, recap })}</p>
      <RecapFigures item={prediction} recap={recap} />
      <div className="mt-5">
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
