import { memo } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { outcomeOf } from "#contract/outcome.ts";
import { calendarDayNear } from "#lib/dates.ts";
import { counted, number, perShare } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { ReportProbability, sessionTexts } from "#ui/domain/report-probability.tsx";
import { Lock } from "#ui/icons.tsx";

type ReportRowProps = {
  row: CalendarRow;
  at: number;
  isActive: boolean;
  onActive: (at: number) => void;
  isDayShown: boolean;
};

/**
 * One report, as a link to its analysis, or to what stands on the record once it is out. Few elements and none of them
 * positioned: a row is made in each frame of scrolling.
 */
export const ReportRow = memo(({ row, at, isActive, onActive, isDayShown }: ReportRowProps) => (
  <a
    href={hrefOf(row)}
    data-at={at}
    tabIndex={isActive ? 0 : -1}
    onFocus={() => onActive(at)}
    className="mb-1 grid min-w-0 flex-1 content-center items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-3 text-sm hover:bg-sunken focus-ring grid-cols-[1fr_auto] md:grid-cols-[minmax(0,1.5fr)_minmax(0,0.9fr)_minmax(0,2fr)_minmax(0,0.65fr)_8.5rem]"
  >
    <span className="truncate text-muted">
      <strong className="text-base font-semibold text-ink">{row.symbol}</strong>{" "}
      {row.name === row.symbol ? "" : row.name}
      <br />
      <span className="text-xs">{whenText(row, isDayShown)}</span>
    </span>
    <span className="text-right md:order-last">
      <State row={row} />
    </span>
    <span className="figures max-md:col-span-2 max-md:text-xs">
      <span className="text-muted">Consensus </span>
      {perShare(row.consensusEps, row.currency)}
      <span className="text-xs text-muted max-md:ml-1.5 md:block">
        {row.analystCount === null ? "" : counted(row.analystCount, "analyst")}
      </span>
    </span>
    <span className="max-md:col-span-2">
      <ReportProbability row={row} />
    </span>
    <span className="text-xs text-muted figures max-md:col-span-2">
      {row.impliedMovePercent !== null && (
        <span className="max-md:mr-3">implied ±{number(row.impliedMovePercent, 1)}%</span>
      )}
      {row.pastMovePercent !== null && (
        <span className="md:block">usual ±{number(row.pastMovePercent, 1)}%</span>
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
            <Badge tone="neutral">{outcomeOf({ isCorrect }).ours}</Badge>
          )}
        </span>
      );
  }
}
