import type { TechnicalIndicators } from "#contract/technical.ts";
import { calendarDate } from "#lib/dates.ts";
import { compact, fixed, number, perShare, signed } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/card.tsx";
import { Progress } from "#ui/progress.tsx";
import { capital, sentimentTone, technicalColor } from "../scales.ts";
import { PriceCharts } from "./charts/price-charts.tsx";
import { technicalFinding } from "./findings.ts";
import { ResultSection } from "./sections/section.tsx";

/** Shows the technical indicators. One that needs more days of prices than there are says so. */
export function TechnicalPanel({ technicals }: { technicals: TechnicalIndicators }) {
  const {
    rsi,
    macd,
    moving_averages: averages,
    support_resistance: levels,
    volume_analysis: volume,
  } = technicals;
  const missing = <span className="text-base text-muted">too few days</span>;
  return (
    <ResultSection
      id="technical"
      title="Technical Analysis"
      finding={technicalFinding(technicals)}
      isOpenOnWide
      aside={
        <Badge tone={sentimentTone(technicals.technical_sentiment)}>
          {capital(technicals.technical_sentiment)}
        </Badge>
      }
    >
      <p className="mb-4 text-sm text-muted">Daily closes until {calendarDate(technicals.lastDate)}</p>
      <div className="mb-1 flex justify-between text-sm">
        <span className="font-medium">Overall score</span>
        <span className="figures text-muted">{number(technicals.overall_technical_score, 0)} of 100</span>
      </div>
      <Progress
        label="Overall technical score"
        value={technicals.overall_technical_score}
        fill={technicalColor(technicals.overall_technical_score)}
      />
      <dl className="mt-5 grid grid-cols-2 gap-4 lg:grid-cols-3">
        <Figure
          label="RSI (14-day)"
          value={rsi ? fixed(rsi.rsi, 1) : missing}
          note={rsi && capital(rsi.signal)}
        />
        <Figure
          label="MACD"
          value={macd ? capital(macd.trend) : missing}
          note={macd && `histogram ${signed(macd.histogram, 2)}`}
        />
        <Figure
          label="Moving averages"
          value={averages ? capital(averages.trend) : missing}
          note={averages?.sma200 ? `200-day ${perShare(averages.sma200, technicals.currency)}` : undefined}
        />
        <Figure
          label="Support / resistance"
          value={
            levels
              ? `${perShare(levels.support, technicals.currency)} / ${perShare(levels.resistance, technicals.currency)}`
              : missing
          }
        />
        <Figure
          label="Volume"
          value={volume ? capital(volume.trend) : missing}
          note={volume && `${compact(volume.average_volume)} a day`}
        />
      </dl>
      <PriceCharts technicals={technicals} />
    </ResultSection>
  );
}
