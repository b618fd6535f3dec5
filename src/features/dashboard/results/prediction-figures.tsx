import type { EarningsData } from "#contract/analysis.ts";
import { counted, MISSING, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Figure } from "#ui/card.tsx";
import { EvidenceChip, useFactId } from "#ui/domain/evidence/evidence-chip.tsx";
import { capital, sentimentTone } from "../scales.ts";
import { reportNote, reportTime } from "./report-time.ts";

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
  const analysts = analystCount === null ? null : counted(analystCount, "analyst");
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-4 border-t border-line pt-4 lg:grid-cols-4">
      <Figure
        label={<Labelled text="Expected EPS" factId={expected} />}
        value={perShare(earnings.expectedEps, earnings.currency)}
        note={rangeText(earnings)}
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
              {reportTime(earnings)}
            </time>
          ) : (
            MISSING
          )
        }
        note={reportNote(earnings, new Date(asOf))}
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

/** The 80% interval in words. */
function rangeText({ expectedEpsRange: range, currency }: EarningsData): string {
  if (range === null) return "the consensus: past reports are not available";
  return `8 in 10 reports end between ${perShare(range.low, currency)} and ${perShare(range.high, currency)}`;
}

function Labelled({ text, factId }: { text: string; factId: string | undefined }) {
  return (
    <>
      {text} {factId && <EvidenceChip id={factId} />}
    </>
  );
}
