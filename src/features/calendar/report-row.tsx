import { memo } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { outcomeBadgeOf } from "#contract/prediction.ts";
import { isTossUp } from "#contract/rules.ts";
import { calendarDayNear } from "#lib/dates.ts";
import { amountShort, number, percent, perShare } from "#lib/numbers.ts";
import { forecastDueText, tileToneOf } from "#ui/domain/board/tile-look.ts";
import { edgeText, ProbabilityBar } from "#ui/domain/probability-bar.tsx";
import { sessionTexts } from "#ui/domain/report-probability.tsx";
import { Check, Close, Lock, Minus } from "#ui/icons.tsx";
import { reportHref } from "./calendar-location.ts";

type ReportRowProps = {
  row: CalendarRow;
  at: number;
  today: string;
  isMember: boolean;
  isActive: boolean;
  onActive: (at: number) => void;
  isDayShown: boolean;
  hasMoves: boolean;
};

/** Returns the classes of the grid columns, which the rows share with the headings. */
export function reportRowGridClasses(hasMoves: boolean): string {
  return `grid min-w-0 flex-1 items-center gap-x-3 grid-cols-[minmax(0,1fr)_auto_6.25rem] ${
    hasMoves
      ? "md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_5rem_minmax(0,1.6fr)_5.5rem_8.5rem]"
      : "md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_5rem_minmax(0,1.8fr)_8.5rem]"
  }`;
}

/**
 * One row of the list. It has few elements and none that is positioned, because each frame of scrolling creates
 * rows.
 */
export const ReportRow = memo(
  ({ row, at, today, isMember, isActive, onActive, isDayShown, hasMoves }: ReportRowProps) => (
    <a
      href={reportHref(row, isMember)}
      data-at={at}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActive(at)}
      className={`${reportRowGridClasses(hasMoves)} border-b border-line pr-2 text-sm hover:bg-sunken focus-ring`}
    >
      <span className="truncate text-muted">
        <strong className="font-semibold text-ink">{row.symbol}</strong>{" "}
        {row.name === row.symbol ? "" : row.name}
      </span>
      <span className="truncate text-xs text-muted max-md:hidden">{whenText(row, isDayShown)}</span>
      <span className="text-right figures max-md:hidden">
        {perShare(row.consensusEps, row.currency)}
        <span className="block text-xs text-muted">{revenueShort(row)}</span>
      </span>
      <Probability row={row} today={today} />
      {hasMoves && (
        <span className="text-right text-xs text-muted figures max-md:hidden">
          {row.impliedMovePercent === null ? "" : `±${number(row.impliedMovePercent, 1)}%`}
        </span>
      )}
      <span className="truncate text-right text-xs">
        <State row={row} isDayShown={isDayShown} />
      </span>
    </a>
  ),
);

function revenueShort({ revenue: { consensus, reported }, currency }: CalendarRow): string {
  const revenue = reported ?? consensus;
  return revenue === null ? "" : `rev. ${amountShort(revenue, currency)}`;
}

function Probability({ row, today }: { row: CalendarRow; today: string }) {
  const { symbol, beatProbability, baseRate, edge, edgeVerdict, needsPlan } = row;
  if (beatProbability === null || baseRate === null || edge === null)
    return (
      <span className="flex min-w-0 items-center gap-1.5 truncate text-xs text-muted">
        {needsPlan ? (
          <>
            <Lock className="size-3.5" />
            <span className="max-md:sr-only">P(beat) opens with a plan,</span>
            <span className="figures">base {percent(baseRate)}</span>
          </>
        ) : (
          (forecastDueText(row, today) ?? <span className="max-md:sr-only">No prediction on record</span>)
        )}
      </span>
    );
  return (
    <span className="flex items-center gap-2.5 figures">
      <strong className="w-9 text-right font-semibold">{percent(beatProbability)}</strong>
      <span className="min-w-0 flex-1 max-md:hidden">
        <ProbabilityBar
          label={`${symbol} beats the consensus`}
          probability={beatProbability}
          baseRate={baseRate}
          edgeVerdict={edgeVerdict}
        />
      </span>
      <span className="w-19 text-xs leading-tight text-muted md:w-30">
        {isTossUp(beatProbability) && <span className="block md:inline">toss-up, </span>}
        {edgeVerdict ? edgeText(edge, edgeVerdict) : `base ${percent(baseRate)}`}
      </span>
    </span>
  );
}

function whenText(
  { reportDate, session, isConfirmed, movedFrom, state }: CalendarRow,
  isDayShown: boolean,
): string {
  const isAhead = state === "upcoming" || state === "locked";
  return [
    isDayShown && calendarDayNear(reportDate),
    sessionTexts[session ?? "unknown"],
    isAhead && !isConfirmed && "estimated day",
    movedFrom && `moved from ${calendarDayNear(movedFrom)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const verdictLooks = {
  right: { icon: Check, className: "text-positive" },
  wrong: { icon: Close, className: "text-negative" },
  toss: { icon: Minus, className: "text-muted" },
} as const;

function State({ row, isDayShown }: { row: CalendarRow; isDayShown: boolean }) {
  const { state, outcome, reportedEps, currency, isCorrect } = row;
  if (state === "locked")
    return (
      <span className="inline-flex items-center gap-1 text-primary">
        <Lock className="size-3" /> Locked
      </span>
    );
  if (state !== "reported")
    return (
      <span className="text-muted">
        {state === "upcoming" && (
          <span className="md:hidden">
            {isDayShown ? calendarDayNear(row.reportDate) : sessionTexts[row.session ?? "unknown"]}
          </span>
        )}
        <span className={state === "upcoming" ? "max-md:hidden" : undefined}>{stateNames[state]}</span>
      </span>
    );
  const tone = tileToneOf(row);
  const look = tone in verdictLooks ? verdictLooks[tone as keyof typeof verdictLooks] : null;
  return (
    <span className="inline-flex items-center justify-end gap-1.5 figures">
      {outcome === null ? "Reported" : outcome === "beat" ? "Beat" : "Miss"}
      <span className="text-muted max-md:hidden">{perShare(reportedEps, currency)}</span>
      {look && isCorrect !== null && (
        <span className={`inline-flex items-center gap-0.5 font-semibold ${look.className}`}>
          <look.icon className="size-3.5" />
          {outcomeBadgeOf({ isCorrect }, row.beatProbability).badge}
        </span>
      )}
    </span>
  );
}

const stateNames = {
  upcoming: "Upcoming",
  awaited: "Result awaited",
  review: "Under review",
  void: "Void",
} as const;
