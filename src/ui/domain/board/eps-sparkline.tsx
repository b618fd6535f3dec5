import type { PastReport } from "#contract/compare.ts";
import { calendarDayShort } from "#lib/dates.ts";
import { fixed } from "#lib/numbers.ts";

type EpsSparklineProps = {
  /** The company's past reports, newest first. */
  past: readonly PastReport[];
  consensusEps: number;
  reportedEps: number | null;
};

const WIDTH = 256;
const HEIGHT = 76;
const PAD = 9;

type Point = { label: string; eps: number | null; consensus: number | null };

/**
 * Draws reported EPS against a line for the consensus: points on the line met it. The last ring is the
 * consensus for the upcoming report.
 */
export function EpsSparkline({ past, consensusEps, reportedEps }: EpsSparklineProps) {
  const points: Point[] = [
    ...past.toReversed().map(({ reportDate, reportedEps: eps, consensusEps: consensus }) => ({
      label: calendarDayShort(reportDate),
      eps,
      consensus,
    })),
    ...(reportedEps === null ? [{ label: "Next", eps: null, consensus: consensusEps }] : []),
  ];
  const values = points.flatMap(({ eps, consensus }) => [eps, consensus]).filter((value) => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => PAD + ((WIDTH - 2 * PAD) * (at + 0.5)) / points.length;
  const y = (value: number) => HEIGHT - PAD - ((HEIGHT - 2 * PAD) * (value - low)) / (high - low || 1);
  const half = (WIDTH - 2 * PAD) / points.length / 3;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-full w-full"
      role="img"
      aria-label={descriptionOf(points)}
    >
      {points.map(({ label, eps, consensus }, at) => (
        <g key={label}>
          {consensus !== null && (
            <line
              x1={x(at) - half}
              x2={x(at) + half}
              y1={y(consensus)}
              y2={y(consensus)}
              stroke="var(--c-edge)"
              strokeWidth="2"
              strokeLinecap="round"
            />
          )}
          {eps === null ? (
            consensus !== null && (
              <circle
                cx={x(at)}
                cy={y(consensus)}
                r="5"
                fill="var(--c-raised)"
                stroke="var(--c-signal-solid)"
                strokeWidth="2.5"
              />
            )
          ) : (
            <circle
              cx={x(at)}
              cy={y(eps)}
              r="4.5"
              fill={
                consensus !== null && eps > consensus ? "var(--c-positive-solid)" : "var(--c-negative-solid)"
              }
            />
          )}
        </g>
      ))}
    </svg>
  );
}

function descriptionOf(points: readonly Point[]): string {
  const parts = points.map(({ label, eps, consensus }) =>
    eps === null
      ? `next, ${fixed(consensus ?? 0, 2)} expected`
      : `${label}: ${fixed(eps, 2)}${consensus === null ? "" : ` against ${fixed(consensus, 2)}`}`,
  );
  return `EPS. ${parts.join("; ")}`;
}
