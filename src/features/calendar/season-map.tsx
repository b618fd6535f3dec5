import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { SeasonMap as Season } from "#contract/calendar.ts";
import { addIsoDays } from "#contract/time.ts";
import { calendarDate, calendarDayNear } from "#lib/dates.ts";
import { counted, number, percent, signed } from "#lib/numbers.ts";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { SeasonScrubber } from "#ui/domain/season-scrubber.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { seasonMapQuery } from "./api.ts";

type SeasonMapProps = {
  /** The selected quarter, or null for the current one. */
  quarter: string | null;
  onChoose: (quarter: string | null) => void;
};

export default function SeasonMap({ quarter, onChoose }: SeasonMapProps) {
  const seasonMap = useQuery(seasonMapQuery(quarter));
  const { data: season } = seasonMap;
  return (
    <section aria-label="Heat map" className="flex flex-col gap-3">
      <LoadFailure query={seasonMap} name="The heat map" />
      {!season && !seasonMap.error && <Skeleton className="h-120 w-full" />}
      {season && (
        <>
          <SeasonScrubber
            quarters={season.quarters}
            at={season.quarters.indexOf(season.quarter)}
            onChoose={(at) =>
              onChoose(at >= season.quarters.length - 1 ? null : (season.quarters[at] ?? null))
            }
          >
            {counted(season.reported, "report")}, {shareOf(season)} beat
          </SeasonScrubber>
          <MapTable season={season} isStale={seasonMap.isPlaceholderData} />
          <p className="text-xs text-muted">
            Color: the share of reports that beat, against {shareOf(season)} of the whole season. Pale cells
            have fewer than {MIN_REPORTED} reports. A week opens in the table.
          </p>
        </>
      )}
    </section>
  );
}

function shareOf({ reported, beats }: Pick<Season, "reported" | "beats">): string {
  return reported === 0 ? "none" : percent(beats / reported);
}

const MIN_REPORTED = 5;
/** From this difference to the base rate on, as a fraction of 1, a cell's color is strongest. */
const FULL_DIFFERENCE = 0.25;

function MapTable({ season, isStale }: { season: Season; isStale: boolean }) {
  const { weeks, sectors, today, reported, beats } = season;
  const share = reported > 0 ? beats / reported : null;
  const area = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table of each season opens at the current week, or at its start
  useLayoutEffect(() => {
    const week = area.current?.querySelector<HTMLElement>("[aria-current=date]")?.parentElement;
    if (area.current)
      area.current.scrollLeft = week ? week.offsetLeft - area.current.clientWidth + week.offsetWidth : 0;
  }, [season.quarter]);
  const cells = useMemo(
    () => new Map(sectors.flatMap((row) => row.cells.map((cell) => [`${row.sector} ${cell.week}`, cell]))),
    [sectors],
  );
  return (
    <section
      ref={area}
      aria-label="Beats by sector and week"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
      tabIndex={0}
      aria-busy={isStale}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface p-2 focus-ring"
    >
      <table className="w-full border-separate border-spacing-[3px] text-xs">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 bg-surface shadow-[-0.75rem_0_0_var(--c-surface)] px-2 text-left font-medium text-muted"
            >
              Sector
            </th>
            {weeks.map((week) => (
              <th key={week} scope="col" className="min-w-14 font-medium">
                <a
                  href={`/calendar?view=table&from=${week}&weeks=1`}
                  aria-label={`Week of ${calendarDate(week)}`}
                  aria-current={week <= today && today < addIsoDays(week, 7) ? "date" : undefined}
                  className="inline-flex min-h-8 items-center rounded-sm px-1 text-muted hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-primary focus-ring"
                >
                  {calendarDayNear(week)}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sectors.map(({ sector }) => (
            <tr key={sector}>
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-34 truncate bg-surface shadow-[-0.75rem_0_0_var(--c-surface)] px-2 text-left text-sm font-medium sm:max-w-56"
              >
                {sector}
              </th>
              {weeks.map((week) => (
                <MapCell key={week} cell={cells.get(`${sector} ${week}`)} share={share} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type MapCellProps = { cell: Season["sectors"][number]["cells"][number] | undefined; share: number | null };

function MapCell({ cell, share }: MapCellProps) {
  if (!cell) return <td className="h-10 rounded-sm bg-sunken" />;
  const { reports, reported, beats } = cell;
  if (reported === 0)
    return (
      <td
        className="h-10 rounded-sm border border-dashed border-line text-center text-muted figures"
        title={counted(reports, "report")}
      >
        {number(reports)}
      </td>
    );
  const of = beats / reported;
  const difference = of - (share ?? of);
  const strength = Math.min(1, Math.abs(difference) / FULL_DIFFERENCE) * (reported < MIN_REPORTED ? 0.35 : 1);
  const color = difference >= 0 ? "var(--c-positive-solid)" : "var(--c-negative-solid)";
  return (
    <td
      className="h-10 rounded-sm text-center figures"
      style={{
        background: `color-mix(in oklab, ${color} ${Math.round(8 + 40 * strength)}%, var(--c-surface))`,
      }}
      title={`${beats} of ${reported} beat, ${signed(100 * difference, 0)} points against the season`}
    >
      <span className="block font-semibold">{percent(of)}</span>
      <span className="block text-[0.625rem] leading-3">{number(reported)}</span>
    </td>
  );
}
