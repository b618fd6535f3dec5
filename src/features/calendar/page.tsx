import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { CalendarRow, SeasonCalendar } from "#contract/calendar.ts";
import { addIsoDays, daysBetween } from "#contract/time.ts";
import { usePageTitle } from "#lib/browser.ts";
import { earningsCalendarQuery } from "#lib/calendar.ts";
import { calendarDayNear, calendarDayShort, mondayOf } from "#lib/dates.ts";
import { counted, number } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
import { Legend } from "#ui/domain/board/legend.tsx";
import { MarketHours } from "#ui/domain/board/market-hours.tsx";
import { SeasonBoard } from "#ui/domain/board/season-board.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Calendar } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import {
  type CalendarLocation,
  calendarLocationOf,
  filterCalendarRows,
  isFiltered,
  paramsOf,
  reportHref,
  requestedDays,
  sectorsOf,
  sortedCalendarRows,
} from "./calendar-location.ts";
import { Controls, ViewSwitch } from "./controls.tsx";
import { PlanNotice, SeasonCard } from "./notices.tsx";
import { ReportList } from "./report-list.tsx";
import { reportRowGridClasses } from "./report-row.tsx";
import { SelectionBar, useSelection } from "./selection.tsx";

const SeasonMap = lazy(() => import("./season-map.tsx"));

export default function CalendarPage() {
  usePageTitle("Earnings calendar");
  return (
    <AppShell>
      <div className="page-width flex flex-col gap-2 pb-4 pt-2">
        <CalendarPageView />
      </div>
    </AppShell>
  );
}

function CalendarPageView() {
  const [params, setParams] = useSearchParams();
  const place = useMemo(() => calendarLocationOf(params), [params]);
  const asked = useQuery(earningsCalendarQuery(requestedDays(place)));
  const { data: calendar, isPending, error } = asked;
  const go = (change: Partial<CalendarLocation>, isNewPage = false) =>
    setParams(paramsOf({ ...place, ...change }), { replace: !isNewPage });

  return (
    <>
      <header className="flex min-h-9 items-center justify-between gap-x-3">
        <h1 className="heading-2 max-sm:text-base">
          Earnings calendar
          {calendar && place.view !== "map" && (
            <span className="font-sans text-sm font-normal tracking-normal text-muted max-lg:hidden">
              {` ${spanText(calendar)}`}
            </span>
          )}
        </h1>
        <ViewSwitch place={place} onGo={go} />
      </header>
      <LoadFailure query={asked} name="The calendar" />
      {isPending && !error && <Loading />}
      {calendar &&
        (place.view === "map" ? (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <SeasonMap quarter={place.quarter} onChoose={(quarter) => go({ quarter })} />
          </Suspense>
        ) : (
          <Loaded calendar={calendar} place={place} onGo={go} isStale={asked.isPlaceholderData} />
        ))}
      {calendar && <Disclosure variant="educational" />}
    </>
  );
}

type LoadedProps = {
  calendar: SeasonCalendar;
  place: CalendarLocation;
  onGo: (change: Partial<CalendarLocation>, isNewPage?: boolean) => void;
  isStale: boolean;
};

function Loaded({ calendar, place, onGo, isStale }: LoadedProps) {
  const { items, days, today, from, to, opens, own, waitsFor, seasonSoFar } = calendar;
  const isTable = place.view === "table";
  const rows = useMemo(
    () =>
      isTable ? sortedCalendarRows(calendar, place) : filterCalendarRows(calendar, { ...place, day: null }),
    [calendar, place, isTable],
  );
  const sectors = useMemo(() => sectorsOf(items), [items]);
  const weeks = useMemo(() => mondaysOf(from, to), [from, to]);
  const selection = useSelection();
  const hasMoves = rows.some(({ impliedMovePercent }) => impliedMovePercent !== null);
  const isMember = opens !== "none";
  const linkOf = useCallback((row: CalendarRow) => reportHref(row, isMember), [isMember]);
  const clear = () => onGo({ day: null, sector: null, session: null, isEdgeOnly: false, isOwnOnly: false });
  const count =
    rows.length === items.length
      ? counted(items.length, "report")
      : `${number(rows.length)} of ${counted(items.length, "report")}`;
  return (
    <>
      <Controls
        place={place}
        today={today}
        days={days}
        sectors={sectors}
        onGo={onGo}
        span={{ from, to }}
        hasOwn={isMember}
      />
      <section aria-label="Reports" aria-busy={isStale} className={isStale ? "opacity-55" : undefined}>
        {isTable && (
          <p role="status" className="sr-only">
            {count}
          </p>
        )}
        <MarketHours rows={items} today={today} span={isTable ? { from, to } : undefined} />
        {isTable && rows.length > 0 && <Headings count={count} hasMoves={hasMoves} />}
        {rows.length > 0 && isTable && (
          <ReportList
            key={paramsOf(place).toString()}
            rows={rows}
            today={today}
            isMember={isMember}
            isByDay={place.sort === "day"}
            hasMoves={hasMoves}
            selection={selection}
          />
        )}
        {rows.length > 0 && !isTable && (
          <>
            <Legend count={count} rows={rows} />
            <SeasonBoard rows={rows} weeks={weeks} today={today} hrefOf={linkOf} />
          </>
        )}
        {rows.length === 0 &&
          (isFiltered(place) ? (
            <EmptyState
              icon={<Calendar className="size-6" />}
              title="No report matches"
              text={
                place.isOwnOnly && own.length === 0
                  ? "Your companies are those on your watchlist, which is empty."
                  : place.isEdgeOnly && opens !== "all"
                    ? "Only probabilities that your plan opens can be compared with their base rate."
                    : "Remove a filter to see more."
              }
              action={<Button onClick={clear}>Clear the filters</Button>}
            />
          ) : (
            <EmptyState
              icon={<Calendar className="size-6" />}
              title="No report is known for these weeks"
              text="The market data source lists no report with an analysts' consensus."
              action={
                place.from && mondayOf(today) !== place.from ? (
                  <Button onClick={() => onGo({ from: null }, true)}>Go to this week</Button>
                ) : undefined
              }
            />
          ))}
      </section>
      <SelectionBar selection={selection} />
      <PlanNotice opens={opens} waitsFor={waitsFor} />
      <SeasonCard season={seasonSoFar} />
    </>
  );
}

function mondaysOf(from: string, to: string): string[] {
  const weeks = Math.ceil((daysBetween(mondayOf(from), to) + 1) / 7);
  return Array.from({ length: weeks }, (_, at) => addIsoDays(mondayOf(from), 7 * at));
}

/** The column headings. The rows are a list rather than a table, so that the arrow keys work. */
function Headings({ count, hasMoves }: { count: string; hasMoves: boolean }) {
  return (
    <div aria-hidden="true" className="flex h-7 border-b max-md:hidden border-line text-xs text-muted">
      <span className="w-10 shrink-0" />
      <div className={`${reportRowGridClasses(hasMoves)} pr-2`}>
        <span>{count}</span>
        <span className="max-md:hidden">When</span>
        <span className="text-right max-md:hidden">Consensus</span>
        <span>Probability of a beat</span>
        {hasMoves && <span className="text-right max-md:hidden">Implied move</span>}
        <span className="text-right">State</span>
      </div>
    </div>
  );
}

function spanText({ from, to }: SeasonCalendar): string {
  return `${calendarDayNear(from)} to ${calendarDayShort(to)}, Eastern time`;
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span role="status" className="sr-only">
        Loading the calendar…
      </span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-11 w-full" />
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="h-18 w-full" />
      ))}
    </div>
  );
}
