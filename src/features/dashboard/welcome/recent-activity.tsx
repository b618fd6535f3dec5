import type { DashboardResponse } from "#contract/dashboard.ts";
import { distance, shortDate } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Card, CardHeader } from "#ui/card.tsx";
import { OutcomeBadge } from "../prediction/badges.tsx";
import { predictionPath } from "../views.ts";

/** Spec section 9. */
const SHOWN = 3;

/** The three latest predictions. */
export function RecentActivity({ predictions }: { predictions: DashboardResponse["recentPredictions"] }) {
  return (
    <Card aria-labelledby="recent-activity">
      <CardHeader id="recent-activity" title="Recent Activity" />
      {predictions.length === 0 ? (
        <p className="text-muted">No predictions yet</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {predictions.slice(0, SHOWN).map((prediction) => (
            <li
              key={prediction.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0"
            >
              <a href={predictionPath(prediction.id)} className="link font-semibold">
                {prediction.symbol}
              </a>
              <Badge tone={prediction.predictionType === "beat" ? "beat" : "miss"}>
                {prediction.predictionType}
              </Badge>
              <OutcomeBadge {...prediction} />
              <time dateTime={prediction.createdAt} className="ml-auto text-sm text-muted">
                {shortDate(prediction.createdAt)}, {distance(prediction.createdAt, new Date())}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
