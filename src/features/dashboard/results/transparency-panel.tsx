import type { Transparency } from "#contract/analysis.ts";
import { signed } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { Waterfall } from "./waterfall.tsx";

const rows = [
  ["Past EPS Trends", "epsTrendsScore"],
  ["Market Sentiment", "marketSentimentScore"],
  ["Analyst Ratings", "analystRatingsImpact"],
  ["Historical Accuracy", "historicalAccuracyWeight"],
] as const;

type Props = { breakdown: Transparency; baseRate: number; probability: number };

/** What each group of inputs did to the number: the change when it is replaced by its average. */
export function TransparencyPanel({ breakdown, baseRate, probability }: Props) {
  return (
    <Card aria-labelledby="transparency">
      <CardHeader
        id="transparency"
        title="Model Transparency"
        description="Share of each group in the forecast. Plus speaks for a beat, minus against it."
      />
      <div className="grid gap-8 lg:grid-cols-[2fr_3fr]">
        <ul className="flex flex-col gap-4">
          {rows.map(([name, field]) => {
            const share = breakdown[field];
            return (
              <li key={field}>
                <div className="mb-1 flex justify-between gap-3 text-sm">
                  <span className="font-medium">{name}</span>
                  <span className="figures text-muted">
                    {share === null ? "no data" : `${signed(share, 0)}%`}
                  </span>
                </div>
                <Progress
                  label={name}
                  value={Math.abs(share ?? 0)}
                  valueText={share === null ? "no data" : `${signed(share, 0)} percent`}
                  fill={(share ?? 0) >= 0 ? "beat-solid" : "miss-solid"}
                />
              </li>
            );
          })}
        </ul>
        <Waterfall logOdds={breakdown.logOdds} baseRate={baseRate} probability={probability} />
      </div>
    </Card>
  );
}
