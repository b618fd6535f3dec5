import { memo } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { confidenceNames } from "#contract/rules.ts";
import { calendarDayNear } from "#lib/dates.ts";
import { count, number, percent, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { Lock } from "#ui/icons.tsx";
import { edgeText, ProbabilityBar } from "#widgets/probability-bar.tsx";

type ReportRowProps = {
  row: CalendarRow;
  /** Its place in the list. */
  at: number;
  /** The one row that the Tab key reaches. */
  isActive: boolean;
  onActive: (at: number) => void;
  /** Names the day, where no heading above does. */
  isDayShown: boolean;
};

const sessionTexts = { pre: "before the open", post: "after the close", unknown: "time not known" } as const;

/** One report, as a link to its analysis, or to what stands on the record once it is out. */
export const ReportRow = memo(({ row, at, isActive, onActive, isDayShown }: ReportRowProps) => (
  <a
    href={hrefOf(row)}
    data-at={at}
    tabIndex={isActive ? 0 : -1}
    onFocus={() => onActive(at)}
    className="grid h-[calc(100%-0.25rem)] content-center items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-3 text-sm hover:bg-sunken focus-ring grid-cols-[1fr_auto] md:grid-cols-[minmax(0,1.5fr)_minmax(0,1.1fr)_minmax(0,1.7fr)_minmax(0,0.8fr)_8.5rem]"
  >
    <span className="min-w-0">
      <span className="flex items-baseline gap-2">
        <strong className="text-base font-semibold">{row.symbol}</strong>
        <span className="truncate text-muted">{row.name === row.symbol ? "" : row.name}</span>
      </span>
      <span className="block truncate text-xs text-muted">{whenText(row, isDayShown)}</span>
    </span>
    <span className="text-right md:order-last">
      <State row={row} />
    </span>
    <span className="max-md:col-span-2 max-md:flex max-md:gap-1.5 max-md:text-xs">
      <span className="block figures">
        <span className="text-muted">Consensus </span>
        {perShare(row.consensusEps, row.currency)}
      </span>
      <span className="block text-xs text-muted">
        {row.analystCount === null ? "" : count(row.analystCount, "analyst")}
      </span>
    </span>
    <span className="max-md:col-span-2">
      <Probability row={row} />
    </span>
    <span className="text-xs text-muted figures max-md:col-span-2 max-md:flex max-md:gap-3">
      {row.impliedMovePercent !== null && (
        <span className="block">implied ±{number(row.impliedMovePercent, 1)}%</span>
      )}
      {row.pastMovePercent !== null && (
        <span className="block">usual ±{number(row.pastMovePercent, 1)}%</span>
      )}
    </span>
  </a>
));

function hrefOf({ predictionId, symbol }: CalendarRow): string {
  return predictionId
    ? `/track-record/${encodeURIComponent(predictionId)}`
    : `/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`;
}

function whenText(
  { reportDate, session, isConfirmed, movedFrom, state }: CalendarRow,
  isDayShown: boolean,
): string {
  const isAhead = state === "upcoming" || state === "locked";
  return [
    isDayShown && calendarDayNear(reportDate),
    sessionTexts[session ?? "unknown"],
    isAhead && (isConfirmed ? "confirmed" : "estimated day"),
    movedFrom && `moved from ${calendarDayNear(movedFrom)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** P(beat) beside its base rate, or why there is none to see. */
function Probability({ row }: { row: CalendarRow }) {
  const { symbol, beatProbability, baseRate, edge, edgeVerdict, confidence, needsPlan, state } = row;
  if (beatProbability === null || baseRate === null || edge === null)
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        {needsPlan ? (
          <>
            <Lock className="size-3.5" />
            <span>P(beat) opens with a plan</span>
            <span className="figures">base rate {percent(baseRate)}</span>
          </>
        ) : state === "upcoming" || state === "awaited" ? (
          "Not predicted yet"
        ) : (
          "No prediction on record"
        )}
      </span>
    );
  return (
    <>
      <span className="mb-1 flex flex-wrap items-baseline justify-between gap-x-2 text-xs">
        <span className="figures">
          <strong className="text-sm font-semibold">{percent(beatProbability)}</strong>
          <span className="text-muted"> base rate {percent(baseRate)}</span>
        </span>
        <span className="figures">
          {edgeVerdict ? <span className="font-medium">{edgeText(edge, edgeVerdict)}</span> : null}
          <span className="text-muted">
            {edgeVerdict ? ", " : ""}
            {confidence ? `${confidenceNames[confidence]} confidence` : ""}
          </span>
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

/** Where the report stands. A wrong prediction looks like a right one: the words alone differ. */
function State({
  row: { state, outcome, reportedEps, currency, isCorrect, predictionId },
}: {
  row: CalendarRow;
}) {
  switch (state) {
    case "upcoming":
      return <Badge>Upcoming</Badge>;
    case "locked":
      return (
        <Badge tone="primary">
          <Lock className="size-3" /> Locked
        </Badge>
      );
    case "awaited":
      return <Badge>Result awaited</Badge>;
    case "review":
      return <Badge tone="warn">Under review</Badge>;
    case "void":
      return <Badge>Void</Badge>;
    case "reported":
      return (
        <span className="inline-flex flex-col items-end gap-0.5">
          <span className="figures">
            {outcome === null ? "Reported" : outcome === "beat" ? "Beat" : "Miss"}{" "}
            {perShare(reportedEps, currency)}
          </span>
          {isCorrect === null ? (
            <span className="text-xs text-muted">{predictionId ? "being settled" : ""}</span>
          ) : (
            <Badge tone="neutral">{isCorrect ? "We were right" : "We were wrong"}</Badge>
          )}
        </span>
      );
  }
}
