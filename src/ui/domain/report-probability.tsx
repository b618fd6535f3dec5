import type { CalendarRow } from "#contract/calendar.ts";
import { tossUpNote } from "#contract/prediction.ts";
import { confidenceNames } from "#contract/rules.ts";
import { percent } from "#lib/numbers.ts";
import { Lock } from "../icons.tsx";
import { forecastDueText } from "./board/tile-look.ts";
import { edgeText, ProbabilityBar } from "./probability-bar.tsx";

export const sessionTexts = {
  pre: "before the open",
  post: "after the close",
  unknown: "time not known",
} as const;

type ShownReport = Pick<
  CalendarRow,
  | "beatProbability"
  | "baseRate"
  | "edge"
  | "edgeVerdict"
  | "confidence"
  | "needsPlan"
  | "state"
  | "reportDate"
> & { symbol: string };

export function ReportProbability({ row, today }: { row: ShownReport; today: string }) {
  const { symbol, beatProbability, baseRate, edge, edgeVerdict, confidence, needsPlan } = row;
  if (beatProbability === null || baseRate === null || edge === null)
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        {needsPlan ? (
          <>
            <Lock className="size-3.5" />
            <span>P(beat) opens with a plan</span>
            <span className="figures">base rate {percent(baseRate)}</span>
          </>
        ) : (
          (forecastDueText(row, today) ?? "No prediction on record")
        )}
      </span>
    );
  return (
    <>
      <span className="mb-1 flex flex-wrap items-baseline justify-between gap-x-2 text-xs text-muted figures">
        <span>
          <strong className="text-sm font-semibold text-ink">{percent(beatProbability)}</strong>
          {tossUpNote(beatProbability)} base rate {percent(baseRate)}
        </span>
        <span>
          {edgeVerdict && <span className="font-medium text-ink">{edgeText(edge, edgeVerdict)}</span>}
          {edgeVerdict ? ", " : ""}
          {confidence ? `${confidenceNames[confidence]} confidence` : ""}
        </span>
      </span>
      <ProbabilityBar
        label={`${symbol} beats the consensus`}
        probability={beatProbability}
        baseRate={baseRate}
        edgeVerdict={edgeVerdict}
      />
    </>
  );
}
