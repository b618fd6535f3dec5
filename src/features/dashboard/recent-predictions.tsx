import type { DashboardResponse } from "#contract/dashboard.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { viewPath } from "./paths.ts";
import { PredictionTable } from "./prediction-table.tsx";

const SHOWN = 8;

/** The newest predictions as a table, with a link to all of them. */
export function RecentPredictions({ dashboard }: { dashboard: DashboardResponse }) {
  const items = dashboard.recentPredictions.slice(0, SHOWN);
  return (
    <Card aria-labelledby="recent-predictions">
      <CardHeader
        id="recent-predictions"
        title="Recent Predictions"
        aside={
          <LinkButton href={viewPath("history")} variant="ghost" size="sm">
            View All
          </LinkButton>
        }
      />
      {items.length === 0 ? (
        <p className="text-muted">No predictions available. Start by analyzing a stock above.</p>
      ) : (
        <PredictionTable caption="Newest predictions" items={items} />
      )}
    </Card>
  );
}
