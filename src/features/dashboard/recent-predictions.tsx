import type { DashboardResponse } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { shortDate } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";
import { capital, confidenceNames, confidenceTones } from "./scales.ts";
import type { OpenView } from "./views.ts";

/** The newest calls as a table, with the way to all of them. */
export function RecentPredictions({
  dashboard,
  onOpen,
}: {
  dashboard: DashboardResponse | null;
  onOpen: OpenView;
}) {
  const items = [...(dashboard?.pending ?? []), ...(dashboard?.settled ?? [])]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, 8);
  return (
    <Card aria-labelledby="recent-predictions">
      <CardHeader
        id="recent-predictions"
        title="Recent Predictions"
        aside={
          <Button variant="ghost" size="sm" onClick={() => onOpen("history")}>
            View All
          </Button>
        }
      />
      {items.length === 0 ? (
        <p className="text-muted">No predictions available. Start by analyzing a stock above.</p>
      ) : (
        <PredictionTable caption="Recent predictions" items={items} />
      )}
    </Card>
  );
}

/** Predictions with their outcomes. */
export function PredictionTable({ caption, items }: { caption: string; items: PredictionHistoryItem[] }) {
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeadingCell>Stock</HeadingCell>
          <HeadingCell>Date</HeadingCell>
          <HeadingCell>Prediction</HeadingCell>
          <HeadingCell>Confidence</HeadingCell>
          <HeadingCell>Actual</HeadingCell>
          <HeadingCell>Result</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Cell>
              <span className="font-semibold">{item.stock.symbol}</span>
              <span className="block max-w-44 truncate text-xs text-muted">{item.stock.name}</span>
            </Cell>
            <Cell className="whitespace-nowrap">{shortDate(item.createdAt)}</Cell>
            <Cell>
              <Badge tone={item.predictionType === "beat" ? "beat" : "miss"}>
                {capital(item.predictionType)} {item.probability}%
              </Badge>
            </Cell>
            <Cell>
              <Badge tone={confidenceTones[item.confidence]}>{confidenceNames[item.confidence]}</Badge>
            </Cell>
            <Cell>
              {item.actualResult ? capital(item.actualResult) : <span className="text-muted">Pending</span>}
            </Cell>
            <Cell>
              {item.isCorrect === null ? (
                <span className="text-muted">{item.isLocked ? "Awaiting report" : "Not on record"}</span>
              ) : (
                <Badge tone={item.isCorrect ? "beat" : "miss"}>{item.isCorrect ? "Correct" : "Missed"}</Badge>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
