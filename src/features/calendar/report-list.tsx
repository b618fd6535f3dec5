import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { CalendarRow } from "#contract/calendar.ts";
import { calendarDate, daysAwayFrom } from "#lib/dates.ts";
import { counted } from "#lib/numbers.ts";
import { ReportRow } from "./report-row.tsx";
import { isFull, SelectBox, type Selection } from "./selection.tsx";

type ReportListProps = {
  rows: readonly CalendarRow[];
  today: string;
  isMember: boolean;
  isByDay: boolean;
  hasMoves: boolean;
  selection: Selection;
};

type Entry = { kind: "day"; day: string; reports: number } | { kind: "report"; row: CalendarRow; at: number };

/** Heights in rem. */
const heights = { day: 2, row: 2.5 } as const;
const rowsAhead = { first: 1, settled: 8 } as const;

/**
 * Lists the reports but draws only the rows near the screen. The arrow keys, Home and End move between rows,
 * and Enter opens one.
 */
export function ReportList({ rows, today, isMember, isByDay, hasMoves, selection }: ReportListProps) {
  const entries = useMemo(() => entriesOf(rows, isByDay), [rows, isByDay]);
  const list = useRef<HTMLOListElement>(null);
  const rem = useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize), []);
  const [top, setTop] = useState(0);
  const [overscan, setOverscan] = useState<number>(rowsAhead.first);
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, rows.length - 1);
  const isFocusing = useRef(false);
  const activeEntry = entries.findIndex((entry) => entry.kind === "report" && entry.at === active);

  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  useEffect(() => startTransition(() => setOverscan(rowsAhead.settled)), []);

  // The function is memoized, because with a new one at each render all rows would be placed again.
  const estimateSize = useCallback(
    (index: number) => {
      const isDay = entries[index]?.kind === "day";
      return rem * (isDay ? heights.day : heights.row);
    },
    [entries, rem],
  );
  const getItemKey = useCallback((index: number) => keyOf(entries[index]), [entries]);
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize,
    getItemKey,
    scrollMargin: top,
    scrollPaddingStart: 9 * rem,
    scrollPaddingEnd: 5 * rem,
    overscan,
    initialRect: { width: innerWidth, height: innerHeight / 2 },
    // Rows slightly beyond the screen are already drawn, so a frame that comes late is not visible.
    useFlushSync: false,
    // The focused row is always drawn, so that the keyboard can continue from it.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return activeEntry < 0 || drawn.includes(activeEntry)
        ? drawn
        : [...drawn, activeEntry].sort((a, b) => a - b);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: these values decide the heights of the rows
  useEffect(() => virtual.measure(), [rem, entries]);
  useEffect(() => {
    if (!isFocusing.current) return;
    isFocusing.current = false;
    virtual.scrollToIndex(activeEntry, { align: "auto" });
    list.current?.querySelector<HTMLElement>(`[data-at="${active}"]`)?.focus({ preventScroll: true });
  }, [active, activeEntry, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    isFocusing.current = true;
    setActive(Math.min(rows.length - 1, Math.max(0, next)));
  };

  return (
    <ol
      ref={list}
      aria-label="Reports; arrow keys move from one to the next"
      onKeyDown={onKeyDown}
      className="relative [contain:layout_size_style]"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start, size }) => {
        const entry = entries[index];
        const from = start - virtual.options.scrollMargin;
        return entry?.kind === "day" ? (
          <DayHeading key={key} {...entry} today={today} top={from} height={size} />
        ) : (
          entry && (
            <Report
              key={key}
              row={entry.row}
              at={entry.at}
              of={rows.length}
              today={today}
              isMember={isMember}
              top={from}
              height={size}
              isActive={entry.at === active}
              isDayShown={!isByDay}
              hasMoves={hasMoves}
              isSelected={selection.symbols.includes(entry.row.symbol)}
              isClosed={isFull(selection)}
              onActive={setActive}
              onToggle={selection.toggle}
            />
          )
        );
      })}
    </ol>
  );
}

/** The row's position in the list, in pixels. */
type RowPosition = { top: number; height: number };

/** Classes of a placed row. They keep a change in one row from affecting the layout and paint of other rows. */
const PLACED = "absolute inset-x-0 flex [contain:layout_size_style]";

type DayHeadingProps = RowPosition & { day: string; reports: number; today: string };

const DayHeading = memo(({ day, reports, today, top, height }: DayHeadingProps) => (
  <li className={`${PLACED} items-end pb-1.5`} style={{ top, height }}>
    <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
      <time dateTime={day}>{calendarDate(day)}</time>
      <span className="text-sm font-normal text-muted">
        {daysAwayFrom(day, today)}, {counted(reports, "report")}
      </span>
    </h2>
  </li>
));

type ReportProps = RowPosition & {
  row: CalendarRow;
  at: number;
  of: number;
  today: string;
  isMember: boolean;
  isActive: boolean;
  isDayShown: boolean;
  hasMoves: boolean;
  isSelected: boolean;
  isClosed: boolean;
  onActive: (at: number) => void;
  onToggle: (symbol: string) => void;
};

const Report = memo(
  ({
    row,
    at,
    of,
    today,
    isMember,
    top,
    height,
    isActive,
    isDayShown,
    hasMoves,
    isSelected,
    isClosed,
    onActive,
    onToggle,
  }: ReportProps) => (
    <li aria-setsize={of} aria-posinset={at + 1} className={PLACED} style={{ top, height }}>
      <SelectBox
        symbol={row.symbol}
        isSelected={isSelected}
        isClosed={isClosed && !isSelected}
        isActive={isActive}
        onToggle={onToggle}
      />
      <ReportRow
        row={row}
        at={at}
        today={today}
        isMember={isMember}
        isActive={isActive}
        onActive={onActive}
        isDayShown={isDayShown}
        hasMoves={hasMoves}
      />
    </li>
  ),
);

function entriesOf(rows: readonly CalendarRow[], isByDay: boolean): Entry[] {
  const reports = rows.map((row, at): Entry => ({ kind: "report", row, at }));
  if (!isByDay) return reports;
  const days = Map.groupBy(reports, (entry) => (entry.kind === "report" ? entry.row.reportDate : ""));
  return [...days].flatMap(([day, ofDay]): Entry[] => [
    { kind: "day", day, reports: ofDay.length },
    ...ofDay,
  ]);
}

function keyOf(entry: Entry | undefined): string {
  if (!entry) return "";
  return entry.kind === "day" ? entry.day : `${entry.row.symbol} ${entry.row.fiscalQuarterEnd}`;
}
