import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { SeasonCalendar } from "#contract/calendar.ts";
import { usePageTitle } from "#lib/browser.ts";
import { calendarQuery, mondayOf } from "#lib/calendar.ts";
import { calendarDayNear, calendarDayShort } from "#lib/dates.ts";
import { counted, number } from "#lib/numbers.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/domain/disclosure.tsx";
import { QueryFailure } from "#ui/domain/query-failure.tsx";
import { AppShell } from "#ui/domain/shell/app-shell.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Calendar } from "#ui/icons.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { Controls, DayStrip } from "./controls.tsx";
import { PlanNotice, SeasonCard } from "./notices.tsx";
import { arranged, daysAsked, isFiltered, type Place, paramsOf, placeOf, sectorsOf } from "./place.ts";
import { ReportList } from "./report-list.tsx";
import { SelectionBar, useSelection } from "./selection.tsx";

export default function CalendarPage() {
  usePageTitle("Earnings calendar");
  return (
    <AppShell>
      <div className="page-width flex flex-col gap-4 py-5 sm:py-8">
        <CalendarView />
      </div>
    </AppShell>
  );
}

function CalendarView() {
  const [params, setParams] = useSearchParams();
  const place = useMemo(() => placeOf(params), [params]);
  const asked = useQuery(calendarQuery(daysAsked(place)));
  const { data: calendar, isPending, error } = asked;
  const go = (change: Partial<Place>, isNewPage = false) =>
    setParams(paramsOf({ ...place, ...change }), { replace: !isNewPage });

  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h1 className="heading-1">Earnings calendar</h1>
          <p className="mt-1 text-muted">{calendar ? spanText(calendar) : "Reports of the whole market"}</p>
        </div>
      </header>
      <QueryFailure query={asked} name="The calendar" />
      {isPending && !error && <Loading />}
      {calendar && <Loaded calendar={calendar} place={place} onGo={go} isStale={asked.isPlaceholderData} />}
    </>
  );
}

type LoadedProps = {
  calendar: SeasonCalendar;
  place: Place;
  onGo: (change: Partial<Place>, isNewPage?: boolean) => void;
  isStale: boolean;
};

function Loaded({ calendar, place, onGo, isStale }: LoadedProps) {
  const { items, days, today, from, to, opens, own, waitsFor, seasonSoFar } = calendar;
  const rows = useMemo(() => arranged(calendar, place), [calendar, place]);
  const sectors = useMemo(() => sectorsOf(items), [items]);
  const selection = useSelection();
  const clear = () => onGo({ day: null, sector: null, session: null, isEdgeOnly: false, isOwnOnly: false });
  return (
    <>
      <PlanNotice opens={opens} waitsFor={waitsFor} />
      <Controls
        place={place}
        span={{ from, to }}
        today={today}
        sectors={sectors}
        hasOwn={opens !== "none"}
        onGo={onGo}
      />
      <DayStrip days={days} today={today} chosen={place.day} onChoose={(day) => onGo({ day })} />
      <SeasonCard season={seasonSoFar} />
      <section aria-label="Reports" aria-busy={isStale} className={isStale ? "opacity-55" : undefined}>
        <p role="status" className="mb-2 text-sm text-muted">
          {rows.length === items.length
            ? counted(items.length, "report")
            : `${number(rows.length)} of ${counted(items.length, "report")}`}
        </p>
        {rows.length > 0 ? (
          <ReportList
            key={paramsOf(place).toString()}
            rows={rows}
            today={today}
            isByDay={place.sort === "day"}
            selection={selection}
          />
        ) : isFiltered(place) ? (
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
        )}
      </section>
      <SelectionBar selection={selection} />
      <Disclosure variant="educational" />
    </>
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
