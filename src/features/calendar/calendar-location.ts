import type { CalendarRow, SeasonCalendar } from "#contract/calendar.ts";
import { addIsoDays } from "#contract/time.ts";
import type { RequestedDays } from "#lib/calendar.ts";
import { isUnscored } from "#ui/domain/board/tile-look.ts";

export const sorts = ["day", "edge", "size", "move"] as const;
export type Sort = (typeof sorts)[number];

export const reportSessions = ["pre", "post", "unknown"] as const;
type Session = (typeof reportSessions)[number];

export const spans = [1, 2, 4] as const;

const calendarViews = ["board", "table", "map"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** What the calendar shows, as stored in the URL. A filter (`day`, `sector`, `session`) that is null is off. */
export type CalendarLocation = {
  view: CalendarView;
  /** The quarter of the season map, such as "2026-Q3", or null for the current one. */
  quarter: string | null;
  /** The first ISO day, or null for this week and the next. */
  from: string | null;
  weeks: (typeof spans)[number];
  sort: Sort;
  day: string | null;
  sector: string | null;
  session: Session | null;
  isEdgeOnly: boolean;
  isOwnOnly: boolean;
};

/** Two weeks, because reports get a probability within fourteen days. */
const DEFAULT_WEEKS = 2;

export function calendarLocationOf(params: URLSearchParams): CalendarLocation {
  return {
    view: calendarViews.find((view) => view === params.get("view")) ?? "board",
    quarter: quarterIn(params.get("quarter")),
    from: isoDate(params.get("from")),
    weeks: spans.find((weeks) => String(weeks) === params.get("weeks")) ?? DEFAULT_WEEKS,
    sort: sorts.find((sort) => sort === params.get("sort")) ?? "day",
    day: isoDate(params.get("day")),
    sector: params.get("sector")?.slice(0, 80) || null,
    session: reportSessions.find((session) => session === params.get("session")) ?? null,
    isEdgeOnly: params.get("edges") === "only",
    isOwnOnly: params.get("own") === "only",
  };
}

export function paramsOf(place: CalendarLocation): URLSearchParams {
  const { view, quarter, from, weeks, sort, day, sector, session, isEdgeOnly, isOwnOnly } = place;
  return new URLSearchParams([
    ...(view === "board" ? [] : [["view", view]]),
    ...(quarter ? [["quarter", quarter]] : []),
    ...(from ? [["from", from]] : []),
    ...(weeks === DEFAULT_WEEKS ? [] : [["weeks", String(weeks)]]),
    ...(sort === "day" ? [] : [["sort", sort]]),
    ...(day ? [["day", day]] : []),
    ...(sector ? [["sector", sector]] : []),
    ...(session ? [["session", session]] : []),
    ...(isEdgeOnly ? [["edges", "only"]] : []),
    ...(isOwnOnly ? [["own", "only"]] : []),
  ]);
}

export function isFiltered({ day, sector, session, isEdgeOnly, isOwnOnly }: CalendarLocation): boolean {
  return day !== null || sector !== null || session !== null || isEdgeOnly || isOwnOnly;
}

export function requestedDays({ from, weeks }: CalendarLocation): RequestedDays {
  return from === null ? null : { from, to: addIsoDays(from, 7 * weeks - 1) };
}

type ShownCalendar = Pick<SeasonCalendar, "items" | "today" | "own">;

export function filterCalendarRows(
  { items, own }: Pick<ShownCalendar, "items" | "own">,
  place: CalendarLocation,
): CalendarRow[] {
  const { day, sector, session, isEdgeOnly, isOwnOnly } = place;
  const ofReader = new Set(own);
  return items.filter(
    (row) =>
      (day === null || row.reportDate === day) &&
      (sector === null || (row.sector ?? "Other") === sector) &&
      (session === null || (row.session ?? "unknown") === session) &&
      (!isEdgeOnly || hasEdge(row)) &&
      (!isOwnOnly || ofReader.has(row.symbol)),
  );
}

/**
 * Returns the filtered rows in the order of `place.sort`. Rows without a value to sort by come last. Among
 * equal values, today and later days come before past ones.
 */
export function sortedCalendarRows(shown: ShownCalendar, place: CalendarLocation): CalendarRow[] {
  return filterCalendarRows(shown, place)
    .map((row) => keyedBy(row, place.sort, shown.today))
    .sort(byKeys)
    .map(({ row }) => row);
}

/**
 * Returns the page that the row links to: its prediction of record if there is one, otherwise a member's
 * analysis or the company's public page.
 */
export function reportHref({ predictionId, symbol }: CalendarRow, isMember: boolean): string {
  if (predictionId) return `/track-record/${encodeURIComponent(predictionId)}`;
  return isMember
    ? `/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`
    : `/stocks/${encodeURIComponent(symbol)}`;
}

export function sectorsOf(rows: readonly CalendarRow[]): string[] {
  return [...new Set(rows.map(({ sector }) => sector ?? "Other"))].sort();
}

function hasEdge({ edgeVerdict }: CalendarRow): boolean {
  return edgeVerdict !== null && edgeVerdict !== "no_edge";
}

const sessionOrder = { pre: 0, post: 1, unknown: 2 } as const;

type SortKeys = {
  row: CalendarRow;
  value: number;
  day: number;
  unscored: number;
  session: number;
  size: number;
};

function keyedBy(row: CalendarRow, sort: Sort, today: string): SortKeys {
  const day = Number(row.reportDate.replaceAll("-", ""));
  return {
    row,
    value: sortValue(row, sort),
    // Past days are placed after all later ones, the most recent first.
    day: row.reportDate < today ? 2 * PAST - day : day,
    unscored: Number(isUnscored(row)),
    session: sessionOrder[row.session ?? "unknown"],
    size: row.marketCap ?? 0,
  };
}

/** Larger than any day written as a number, such as 20261231. */
const PAST = 1e8;

function byKeys(a: SortKeys, b: SortKeys): number {
  return (
    b.value - a.value ||
    a.day - b.day ||
    a.unscored - b.unscored ||
    a.session - b.session ||
    b.size - a.size ||
    (a.row.symbol < b.row.symbol ? -1 : 1)
  );
}

function sortValue({ edge, marketCap, impliedMovePercent }: CalendarRow, sort: Sort): number {
  if (sort === "edge") return edge === null ? -1 : Math.abs(edge);
  if (sort === "size") return marketCap ?? -1;
  if (sort === "move") return impliedMovePercent ?? -1;
  return 0;
}

function quarterIn(text: string | null): string | null {
  return text && /^\d{4}-Q[1-4]$/.test(text) ? text : null;
}

function isoDate(text: string | null): string | null {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}
