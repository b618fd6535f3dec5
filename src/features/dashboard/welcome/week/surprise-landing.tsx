import { useQuery } from "@tanstack/react-query";
import type { CalendarRow } from "#contract/calendar.ts";
import { signedPercent } from "#lib/numbers.ts";
import { pastReportsQuery } from "#lib/past-reports.ts";

const WIDTH = 96;
const HEIGHT = 30;
const BASE_Y = 24;
/** The surprise in percent at which the axis ends in both directions. */
const REACH = 20;
/** The width in percentage points of the bell curve that is drawn over each past surprise. */
const SPREAD = 4;
const STEPS = 32;

export function SurpriseOnSpread({ row }: { row: CalendarRow }) {
  const { symbol, reportedEps, consensusEps, outcome } = row;
  const { data } = useQuery(pastReportsQuery(symbol));
  if (reportedEps === null || consensusEps === 0) return null;
  const surprise = (100 * (reportedEps - consensusEps)) / Math.abs(consensusEps);
  const past = (data ?? [])
    .filter(({ reportDate }) => reportDate < row.reportDate)
    .flatMap(({ surprisePercent }) => (surprisePercent === null ? [] : [surprisePercent]));
  const x = (value: number) =>
    WIDTH / 2 + (Math.max(-REACH, Math.min(REACH, value)) / REACH) * (WIDTH / 2 - 6);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-7.5 w-24 min-w-0 shrink max-sm:hidden"
      role="img"
      aria-label={`Surprise ${signedPercent(surprise, 1)}, on the spread of its last ${past.length} reports`}
    >
      <path d={spreadPath(past, x)} fill="var(--c-line)" />
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1="2" y2={BASE_Y} stroke="var(--c-edge)" strokeDasharray="2 2" />
      <line x1="2" x2={WIDTH - 2} y1={BASE_Y} y2={BASE_Y} stroke="var(--c-edge)" />
      <circle
        cx={x(surprise)}
        cy={BASE_Y}
        r="4.5"
        className="landing-dot"
        fill={outcome === "beat" ? "var(--c-positive-solid)" : "var(--c-negative-solid)"}
        stroke="var(--c-surface)"
        strokeWidth="1.5"
      />
    </svg>
  );
}

function spreadPath(past: readonly number[], x: (value: number) => number): string {
  if (past.length === 0) return "";
  const at = (value: number) =>
    past.reduce((sum, surprise) => sum + Math.exp(-(((value - surprise) / SPREAD) ** 2) / 2), 0) /
    past.length;
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const value = -REACH + (2 * REACH * step) / STEPS;
    return `${tenths(x(value))},${tenths(BASE_Y - 20 * at(value))}`;
  });
  return `M${x(-REACH)},${BASE_Y} L${points.join(" L")} L${x(REACH)},${BASE_Y} Z`;
}

const tenths = (value: number) => Math.round(10 * value) / 10;
