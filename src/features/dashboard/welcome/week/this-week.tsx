import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { CalendarRow, SeasonCalendar } from "#contract/calendar.ts";
import { addIsoDays } from "#contract/time.ts";
import type { UserForecasts } from "#contract/user-forecasts.ts";
import { earningsCalendarQuery } from "#lib/calendar.ts";
import { calendarDayNear, mondayOf, weekday } from "#lib/dates.ts";
import { counted, number, percent } from "#lib/numbers.ts";
import { Card, CardHeader } from "#ui/card.tsx";
import { Legend } from "#ui/domain/board/legend.tsx";
import { MarketHours } from "#ui/domain/board/market-hours.tsx";
import { SeasonBoard } from "#ui/domain/board/season-board.tsx";
import { tileToneOf } from "#ui/domain/board/tile-look.ts";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { edgeText, ProbabilityBar } from "#ui/domain/probability-bar.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { userForecastsQuery } from "../../api.ts";
import { countdown, largestEdges, nextReportToForecast, ownRows, weekScorecardOf } from "./rows.ts";
import { SurpriseOnSpread } from "./surprise-landing.tsx";
import { UserForecastCard } from "./user-forecast.tsx";

const EDGES = 3;
const OWN = 4;
const DAYS = 7;

const analysisPath = ({ symbol, predictionId }: CalendarRow) =>
  predictionId
    ? `/track-record/${encodeURIComponent(predictionId)}`
    : `/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`;

export function ThisWeek() {
  const week = useQuery(earningsCalendarQuery(null));
  const forecasts = useQuery(userForecastsQuery());
  const { data: calendar } = week;
  // A number that waits for the reader's own call must not show before it is known that it waits.
  const isPending = calendar ? forecasts.isPending : !week.error;
  return (
    <section aria-labelledby="this-week" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="this-week" className="heading-2">
          This week
        </h2>
        <a href="/calendar" className="link text-sm">
          Whole calendar
        </a>
      </div>
      <LoadFailure query={week} name="This week" />
      {isPending && (
        <>
          <Skeleton className="h-116 w-full md:h-60" />
          <Skeleton className="h-80 w-full" />
        </>
      )}
      {calendar && !isPending && <Week calendar={calendar} forecasts={forecasts.data ?? null} />}
    </section>
  );
}

type WeekProps = { calendar: SeasonCalendar; forecasts: UserForecasts | null };

function Week({ calendar, forecasts }: WeekProps) {
  const { items, own, today } = calendar;
  const monday = mondayOf(today);
  const mine = useMemo(() => ownRows(items, own), [items, own]);
  const ahead = forecasts ? nextReportToForecast(mine, forecasts.calls) : null;
  const hidden = ahead?.symbol ?? null;
  const hasForecasts = forecasts !== null && (ahead !== null || forecasts.calls.length > 0);
  const edges = useMemo(
    () =>
      largestEdges(
        items.filter(({ symbol }) => symbol !== hidden),
        EDGES,
      ),
    [items, hidden],
  );
  const week = useMemo(
    () =>
      items.filter(({ reportDate, symbol }) => reportDate < addIsoDays(monday, DAYS) && symbol !== hidden),
    [items, monday, hidden],
  );
  const weeks = useMemo(() => [monday], [monday]);
  return (
    <>
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        <Card as="div" className="!p-4 min-h-36 md:min-h-60">
          <CardHeader level={3} title="Your companies" />
          <OwnCompanies rows={mine} hidden={hidden} hasOwn={own.length > 0} today={today} />
        </Card>
        <Card as="div" className="!p-4 min-h-36 md:min-h-60">
          <CardHeader level={3} title="Largest edges" />
          <Edges
            rows={edges}
            opens={calendar.opens}
            isScored={items.some(({ beatProbability }) => beatProbability !== null)}
          />
        </Card>
        <Card as="div" className="!p-4 min-h-36 md:min-h-60 md:max-xl:col-span-2">
          {forecasts && hasForecasts ? (
            <UserForecastCard row={ahead} calls={forecasts} today={today} />
          ) : (
            <LastWeek monday={monday} />
          )}
        </Card>
      </div>
      {hasForecasts && (
        <Card as="div" className="!p-4">
          <LastWeek monday={monday} isRow />
        </Card>
      )}
      <div>
        <MarketHours rows={items} today={today} />
        <Legend count={counted(week.length, "report")} rows={week} />
        <SeasonBoard rows={week} weeks={weeks} today={today} hrefOf={analysisPath} maxTiles={BOARD_TILES} />
      </div>
    </>
  );
}

/** How many tiles of each part of a day the board on the home page shows. */
const BOARD_TILES = 12;

type OwnCompaniesProps = {
  rows: readonly CalendarRow[];
  hidden: string | null;
  hasOwn: boolean;
  today: string;
};

function OwnCompanies({ rows, hidden, hasOwn, today }: OwnCompaniesProps) {
  const now = useNow();
  if (!hasOwn)
    return (
      <p className="text-sm text-muted">
        Your watchlist is empty.{" "}
        <a href="/watchlist" className="link">
          Add companies
        </a>{" "}
        and their reports appear here.
      </p>
    );
  if (rows.length === 0)
    return (
      <p className="text-sm text-muted">
        None of them reports in these two weeks.{" "}
        <a href="/watchlist" className="link">
          When they do
        </a>
      </p>
    );
  return (
    <ul className="-my-1 flex flex-col divide-y divide-line">
      {rows.slice(0, OWN).map((row) => (
        <li key={row.symbol} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5 text-sm">
          <a href={analysisPath(row)} className="link min-w-14 shrink-0 font-semibold">
            {row.symbol}
          </a>
          <span className="flex-1 text-muted">
            {countdown(row, today, now) ??
              `${row.reportDate === today ? "Today" : `${weekday(row.reportDate)} ${calendarDayNear(row.reportDate)}`}`}
          </span>
          <OwnFigure row={row} isHidden={row.symbol === hidden} />
        </li>
      ))}
      {rows.length > OWN && (
        <li className="pt-2 text-sm">
          <a href="/calendar?view=table&own=only" className="link">
            {number(rows.length - OWN)} more
          </a>
        </li>
      )}
    </ul>
  );
}

const verdictWords = { right: "Right", wrong: "Wrong", toss: "Toss-up" } as const;

function OwnFigure({ row, isHidden }: { row: CalendarRow; isHidden: boolean }) {
  const { outcome, beatProbability, edge, edgeVerdict, needsPlan, baseRate } = row;
  if (outcome !== null) {
    const tone = tileToneOf(row);
    const word = tone in verdictWords ? verdictWords[tone as keyof typeof verdictWords] : null;
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <SurpriseOnSpread row={row} />
        <span className="whitespace-nowrap">
          {outcome === "beat" ? "Beat" : "Miss"}
          {word && <span className="text-muted">, {word.toLowerCase()}</span>}
        </span>
      </span>
    );
  }
  if (isHidden) return <span className="text-muted">your call first</span>;
  if (beatProbability === null || edge === null)
    return (
      <span className="text-muted figures">{needsPlan ? `base ${percent(baseRate)}` : "not scored yet"}</span>
    );
  return (
    <span className="figures">
      <strong className="font-semibold">{percent(beatProbability)}</strong>{" "}
      <span className="text-muted">{edgeVerdict ? edgeText(edge, edgeVerdict) : ""}</span>
    </span>
  );
}

type EdgesProps = { rows: readonly CalendarRow[]; opens: SeasonCalendar["opens"]; isScored: boolean };

function Edges({ rows, opens, isScored }: EdgesProps) {
  if (rows.length === 0)
    return (
      <p className="text-sm text-muted">
        {!isScored
          ? "None of these two weeks' reports is scored yet."
          : opens === "all"
            ? "No report of these two weeks is far from its base rate."
            : "None among the probabilities that your plan opens."}
      </p>
    );
  return (
    <ol className="flex flex-col gap-3.5">
      {rows.map((row) => (
        <li key={row.symbol}>
          <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-sm">
            <a href={analysisPath(row)} className="link font-semibold">
              {row.symbol}
            </a>
            <span className="flex-1 text-muted">
              {weekday(row.reportDate)} {calendarDayNear(row.reportDate)}
            </span>
            <span className="figures">
              <strong className="font-semibold">{percent(row.beatProbability)}</strong>{" "}
              <span className="text-muted">
                {row.edgeVerdict ? edgeText(row.edge ?? 0, row.edgeVerdict) : ""}
              </span>
            </span>
          </p>
          <ProbabilityBar
            label={`${row.symbol} beats`}
            probability={row.beatProbability ?? 0}
            baseRate={row.baseRate ?? 0}
            edgeVerdict={row.edgeVerdict}
          />
        </li>
      ))}
    </ol>
  );
}

function LastWeek({ monday, isRow = false }: { monday: string; isRow?: boolean }) {
  const { data } = useQuery(
    earningsCalendarQuery({ from: addIsoDays(monday, -DAYS), to: addIsoDays(monday, -1) }),
  );
  const { right, wrong, toss, settled, beats } = weekScorecardOf(
    data?.from === addIsoDays(monday, -DAYS) ? data.items : [],
  );
  const parts = [
    { label: "Right", value: right, className: "text-positive" },
    { label: "Wrong", value: wrong, className: "text-negative" },
    { label: "Toss-up", value: toss, className: "text-muted" },
  ];
  return (
    <div className={isRow ? "flex flex-wrap items-center gap-x-8 gap-y-2 [&>header]:mb-0" : undefined}>
      <CardHeader level={3} title="Last week" />
      {settled === 0 ? (
        <p className="text-sm text-muted">{data ? "No prediction of record ended." : "Reading…"}</p>
      ) : (
        <>
          <dl className="flex gap-6">
            {parts.map(({ label, value, className }) => (
              <div
                key={label}
                className={isRow ? "flex flex-row-reverse items-baseline gap-1.5" : "flex flex-col-reverse"}
              >
                <dt className="text-sm text-muted">{label}</dt>
                <dd className={`text-2xl font-semibold figures ${className}`}>{number(value)}</dd>
              </div>
            ))}
          </dl>
          <p className={isRow ? "text-sm text-muted" : "mt-3 text-sm text-muted"}>
            {number(beats)} of {counted(settled, "company", "companies")} beat.{" "}
            <a href="/track-record" className="link">
              Track record
            </a>
          </p>
        </>
      )}
    </div>
  );
}

const TICK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
