import type { EarningsData } from "#contract/analysis.ts";
import { calendarDayShort, daysAway, easternTime } from "#lib/dates.ts";
import { count, MISSING, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/card.tsx";
import { easternDay } from "#worker/time.ts";
import { capital, sentimentTone } from "../scales.ts";
import { EvidenceChip, useFactId } from "./evidence-chip.tsx";

/** Expected EPS, consensus, report date in Eastern time and market sentiment, with evidence. */
export function PredictionFigures({ earnings, asOf }: { earnings: EarningsData; asOf: string }) {
  const expected = useFactId("estimate", "Expected EPS");
  const consensus = useFactId("estimate", "Consensus EPS");
  const date = useFactId("earnings_date", "Report date");
  const { estimateLow, estimateHigh, analystCount } = earnings;
  const range =
    estimateLow === null || estimateHigh === null
      ? null
      : `${perShare(estimateLow, earnings.currency)} to ${perShare(estimateHigh, earnings.currency)}`;
  const analysts = analystCount === null ? null : count(analystCount, "analyst");
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 border-t border-line pt-5 lg:grid-cols-4">
      <Figure
        label={<Labelled text="Expected EPS" factId={expected} />}
        value={perShare(earnings.expectedEps, earnings.currency)}
        note="median of the model's distribution"
      />
      <Figure
        label={<Labelled text="Analyst Consensus" factId={consensus} />}
        value={perShare(earnings.analystConsensus, earnings.currency)}
        note={[analysts, range].filter(Boolean).join(", ") || undefined}
      />
      <Figure
        label={<Labelled text="Earnings Date" factId={date} />}
        value={
          earnings.earningsDate ? (
            <time dateTime={earnings.earningsDate} className="text-base">
              {dateText(earnings.earningsDate, earnings.earningsDateEnd)}
            </time>
          ) : (
            MISSING
          )
        }
        note={dateNote(earnings, new Date(asOf))}
      />
      <Figure
        label="Market Sentiment"
        value={
          <Badge tone={sentimentTone(earnings.marketSentiment)}>{capital(earnings.marketSentiment)}</Badge>
        }
      />
    </dl>
  );
}

function Labelled({ text, factId }: { text: string; factId: string | undefined }) {
  return (
    <>
      {text} {factId && <EvidenceChip id={factId} />}
    </>
  );
}

/** A time in Eastern time; for a range only its days, because its times carry no information. */
function dateText(from: string, to: string | null): string {
  if (to === null) return easternTime(from);
  return `${calendarDayShort(easternDay(from))} to ${calendarDayShort(easternDay(to))}`;
}

function dateNote(earnings: EarningsData, now: Date): string | undefined {
  const { isStale, earningsDate, earningsDateEnd, isEarningsDateEstimate } = earnings;
  if (!earningsDate) return undefined;
  if (isStale) return "has passed; the next date is not known";
  const away = daysAway(easternDay(earningsDate), now);
  if (earningsDateEnd) return `Eastern time, ${away} at the earliest, estimated`;
  return isEarningsDateEstimate ? `${away}, estimated` : away;
}
