import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { addIsoDays } from "#contract/time.ts";
import { marketClosure, marketHoursNote } from "#contract/trading-days.ts";
import { calendarDate, calendarDayNear, mondayOf, weekday } from "#lib/dates.ts";
import { counted, number } from "#lib/numbers.ts";
import { classes } from "../../classes.ts";
import { afterClosureText } from "./market-hours.tsx";
import { Tile } from "./tile.tsx";
import { isUnscored } from "./tile-look.ts";
import { TilePreview, useTilePreview } from "./tile-preview.tsx";

type SeasonBoardProps = {
  /** The reports of all days. Days without a report are drawn too. */
  rows: readonly CalendarRow[];
  /** The weeks to draw, as the ISO days of their Mondays. */
  weeks: readonly string[];
  today: string;
  hrefOf: (row: CalendarRow) => string;
  /** How many tiles of each part of a day are shown before the rest is folded. */
  maxTiles?: number;
};

const bands = ["pre", "post", "unknown"] as const;
type BandName = (typeof bands)[number];
const bandNames: Record<BandName, string> = {
  pre: "Before the open",
  post: "After the close",
  unknown: "Time not known",
};
const DAYS_OF_WEEK = 7;
const WORKDAYS = 5;
const MAX_TILES = 24;

type Band = { name: BandName; tiles: { row: CalendarRow; at: number }[] };
type Day = { day: string; reports: number; reported: number; beats: number; bands: Band[] };

/**
 * Draws the reports of one or more weeks, with tiles sized by market value and colored by edge. The whole board
 * is one tab stop: the up and down keys move between tiles, left and right between days, and Enter opens the
 * tile's page.
 */
export function SeasonBoard({ rows, weeks, today, hrefOf, maxTiles = MAX_TILES }: SeasonBoardProps) {
  const { days, ordered } = useMemo(() => arrange(rows, weeks), [rows, weeks]);
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setActive] = useState<number | null>(null);
  const active = chosen !== null && ordered[chosen] ? chosen : 0;
  const peek = useTilePreview(root, ordered);
  // Scrolls to today when the board opens.
  useLayoutEffect(() => {
    const day = root.current?.querySelector<HTMLElement>("[data-today]");
    const week = day?.parentElement;
    if (day && week)
      week.scrollLeft += day.getBoundingClientRect().left - week.getBoundingClientRect().left - 16;
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const current = (event.target as HTMLElement).closest<HTMLElement>("[data-at]");
    const next = current && neighborOf(current, event.key);
    if (!next) return;
    event.preventDefault();
    setActive(Number(next.dataset.at));
    next.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between the links inside
    <div ref={root} className="flex flex-col gap-5" onKeyDown={onKeyDown} {...peek.handlers}>
      {weeks.map((monday) => (
        <section
          key={monday}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls on a phone must be reachable with the keyboard
          tabIndex={0}
          aria-label={`Week of ${calendarDate(monday)}`}
          className="board-week focus-ring"
        >
          {days
            .filter(({ day }) => mondayOf(day) === monday)
            .map((day) => (
              <DayColumn
                key={day.day}
                day={day}
                today={today}
                active={active}
                hrefOf={hrefOf}
                maxTiles={maxTiles}
                afterClosure={afterClosureText(rows, day.day)}
              />
            ))}
        </section>
      ))}
      {peek.shown && <TilePreview {...peek.shown} today={today} hrefOf={hrefOf} onClose={peek.close} />}
    </div>
  );
}

type DayColumnProps = {
  day: Day;
  today: string;
  active: number;
  hrefOf: SeasonBoardProps["hrefOf"];
  maxTiles: number;
  /** What follows the day if the exchange is closed on it. */
  afterClosure: string;
};

function DayColumn({
  day: { day, reports, reported, beats, bands: ofDay },
  today,
  active,
  hrefOf,
  maxTiles,
  afterClosure,
}: DayColumnProps) {
  const isToday = day === today;
  const hours = marketHoursNote(day);
  return (
    <section
      data-day={day}
      data-today={isToday || undefined}
      aria-label={`${calendarDate(day)}: ${counted(reports, "report")}`}
      className={classes(
        "board-day flex min-w-0 flex-col rounded-lg border bg-surface",
        isToday ? "border-primary" : "border-line",
      )}
    >
      <header className="flex flex-wrap items-baseline gap-x-1.5 border-b border-line px-3 py-2 text-sm">
        <h2 className="font-semibold">
          {isToday ? "Today" : weekday(day)} <time dateTime={day}>{calendarDayNear(day)}</time>
        </h2>
        <span className="ml-auto text-xs text-muted figures">
          {reports === 0
            ? ""
            : reported > 0
              ? `${number(beats)} of ${number(reported)} beat`
              : counted(reports, "report")}
        </span>
      </header>
      {(hours ?? (reports === 0 ? "No reports" : null)) && (
        <p className={classes("px-3 text-sm text-muted", reports === 0 ? "py-4" : "pt-2")}>
          {hours ?? "No reports"}
          {marketClosure(day) !== null && reports === 0 && ` ${afterClosure}`}
        </p>
      )}
      {ofDay.map((band) => (
        <BandTiles
          key={band.name}
          band={band}
          today={today}
          active={active}
          hrefOf={hrefOf}
          maxTiles={maxTiles}
        />
      ))}
    </section>
  );
}

type BandTilesProps = Omit<DayColumnProps, "day" | "afterClosure"> & { band: Band };

function BandTiles({ band: { name, tiles }, today, active, hrefOf, maxTiles }: BandTilesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? tiles : tiles.slice(0, maxTiles);
  const folded = tiles.length - shown.length;
  return (
    <div className="board-band px-2 pb-2.5 pt-2">
      <h3 className="px-1 pb-1.5 text-xs text-muted">{bandNames[name]}</h3>
      <div className="board-tiles">
        {shown.map(({ row, at }) => (
          <Tile
            key={row.symbol}
            row={row}
            at={at}
            today={today}
            isActive={at === active}
            href={hrefOf(row)}
          />
        ))}
      </div>
      {folded > 0 && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="mt-1.5 min-h-7 w-full rounded-sm text-xs text-muted hover:bg-sunken hover:text-ink focus-ring"
        >
          {number(folded)} more
        </button>
      )}
    </div>
  );
}

/**
 * Groups the rows by day and part of the day, the largest company first and those without a probability last.
 * `ordered` contains all tiles in the order of the board.
 */
function arrange(rows: readonly CalendarRow[], weeks: readonly string[]) {
  const ofDays = Map.groupBy(rows, ({ reportDate }) => reportDate);
  const ordered: CalendarRow[] = [];
  const days = weeks.flatMap((monday) =>
    Array.from({ length: DAYS_OF_WEEK }, (_, at): Day | null => {
      const day = addIsoDays(monday, at);
      const ofDay = ofDays.get(day) ?? [];
      if (ofDay.length === 0 && at >= WORKDAYS) return null;
      const halves = Map.groupBy(ofDay, ({ session }) => session ?? "unknown");
      return {
        day,
        reports: ofDay.length,
        reported: ofDay.filter(({ outcome }) => outcome !== null).length,
        beats: ofDay.filter(({ outcome }) => outcome === "beat").length,
        bands: bands.flatMap((name) => {
          const tiles = (halves.get(name) ?? []).toSorted(byLargest);
          return tiles.length === 0
            ? []
            : [{ name, tiles: tiles.map((row) => ({ row, at: ordered.push(row) - 1 })) }];
        }),
      };
    }).filter((day) => day !== null),
  );
  return { days, ordered };
}

function byLargest(a: CalendarRow, b: CalendarRow): number {
  return (
    Number(isUnscored(a)) - Number(isUnscored(b)) ||
    (b.marketCap ?? 0) - (a.marketCap ?? 0) ||
    (a.symbol < b.symbol ? -1 : 1)
  );
}

/**
 * Returns the tile to which the key moves the focus: up and down, the tile before or after; left and right, the
 * first tile of the nearest day that has any.
 */
function neighborOf(current: HTMLElement, key: string): HTMLElement | null {
  const board = current.closest(".board-week")?.parentElement;
  const all = [...(board?.querySelectorAll<HTMLElement>("[data-at]") ?? [])];
  const at = all.indexOf(current);
  if (key === "ArrowDown") return all[at + 1] ?? null;
  if (key === "ArrowUp") return all[at - 1] ?? null;
  if (key === "Home") return all[0] ?? null;
  if (key === "End") return all.at(-1) ?? null;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const filled = [...(board?.querySelectorAll<HTMLElement>("[data-day]") ?? [])].filter((day) =>
    day.querySelector("[data-at]"),
  );
  const here = filled.findIndex((day) => day.contains(current));
  return filled[here + (key === "ArrowRight" ? 1 : -1)]?.querySelector<HTMLElement>("[data-at]") ?? null;
}
