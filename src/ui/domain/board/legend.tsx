import type { CalendarRow } from "#contract/calendar.ts";

type LegendProps = {
  count: string;
  rows: readonly CalendarRow[];
};

/** Shows `count` and what the tiles mean. The color scale is shown only if some tile has an edge. */
export function Legend({ count, rows }: LegendProps) {
  const hasColors = rows.some(({ edge }) => edge !== null);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <p role="status" className="figures">
        {count}
      </p>
      <p className={hasColors ? "flex flex-wrap items-center gap-1.5" : "hidden"}>
        <span className="max-sm:hidden">Less likely than similar companies</span>
        <span className="sm:hidden">Less</span>
        {(["down-3", "down-2", "down-1", "no-edge", "up-1", "up-2", "up-3"] as const).map((tone) => (
          <span key={tone} aria-hidden="true" data-tone={tone} className="tile legend-tile" />
        ))}
        more likely
      </p>
      <p className="max-sm:hidden">Size: market value</p>
      <p className="max-sm:hidden">Outlined: reported, with our verdict</p>
    </div>
  );
}
