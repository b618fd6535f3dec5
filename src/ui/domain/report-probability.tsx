import type { CalendarRow } from "#contract/calendar.ts";
import { tossUpNote } from "#contract/outcome.ts";
import type { EdgeVerdict } from "#contract/prediction.ts";
import { confidenceNames } from "#contract/rules.ts";
import { percent, signed } from "#lib/numbers.ts";
import { Lock } from "../icons.tsx";
import type { Colour } from "../tokens.ts";
import { scoredText } from "./board/tile-look.ts";

export const sessionTexts = {
  pre: "before the open",
  post: "after the close",
  unknown: "time not known",
} as const;

type Shown = Pick<
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

export function ReportProbability({ row, today }: { row: Shown; today: string }) {
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
          (scoredText(row, today) ?? "No prediction on record")
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

type ProbabilityBarProps = {
  label: string;
  /** Between 0 and 1. */
  probability: number;
  /** Between 0 and 1. */
  baseRate: number;
  /** The bar's color, and a word for screen readers; null where it is unknown. */
  edgeVerdict: EdgeVerdict | null;
};

/** Of the edge, never of the side alone. */
export const edgeColours = {
  edge_up: "positive-solid",
  edge_down: "negative-solid",
  no_edge: "muted",
} as const satisfies Record<EdgeVerdict, Colour>;

export function ProbabilityBar({ label, probability, baseRate, edgeVerdict }: ProbabilityBarProps) {
  const edge = edgeVerdict ? `, ${edgeText(probability - baseRate, edgeVerdict)}` : "";
  return (
    <div
      role="img"
      aria-label={`${label}: ${percent(probability)}, base rate ${percent(baseRate)}${edge}`}
      className="h-3 rounded-full bg-line"
    >
      <div
        className="h-full rounded-full"
        style={{
          width: `${probability * 100}%`,
          backgroundColor: `var(--c-${edgeColours[edgeVerdict ?? "no_edge"]})`,
        }}
      />
      <div
        className="-mt-4 h-5 w-1 rounded-full border border-surface bg-signal-solid"
        style={{ marginLeft: `calc(${baseRate * 100}% - 0.125rem)` }}
      />
    </div>
  );
}

/** The difference to the base rate in points ("+8 points"), or "no edge". */
export function edgeText(edge: number, verdict: EdgeVerdict): string {
  return verdict === "no_edge" ? "no edge" : `${signed(100 * edge, 0)} points`;
}
