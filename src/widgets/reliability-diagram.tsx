import { percent } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "#ui/table.tsx";

/** Predictions with a probability between `from` and `to`, and the share that came true. All between 0 and 1. */
type ReliabilityBin = {
  from: number;
  to: number;
  n: number;
  meanProbability: number | null;
  observed: { share: number; low: number; high: number } | null;
};

type ReliabilityDiagramProps = {
  bins: readonly ReliabilityBin[];
  /** Bins with fewer cases get no bar. */
  minForBar: number;
  /** The predicted event ("beat"). */
  event: string;
};

const WIDTH = 420;
const HEIGHT = 310;
const LEFT = 44;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 62;
const PLOT = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
const x = (share: number) => LEFT + share * PLOT.width;
const y = (share: number) => TOP + (1 - share) * PLOT.height;
const levels = [0, 0.25, 0.5, 0.75, 1];

/**
 * Predicted against observed frequency: a bar for each bin with its 95% interval, a mark at the mean probability, and
 * the diagonal of perfect calibration. The same figures as a table below.
 */
export function ReliabilityDiagram({ bins, minForBar, event }: ReliabilityDiagramProps) {
  const known = bins.filter((bin) => bin.n > 0);
  return (
    <figure className="flex flex-col gap-4">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full"
        role="img"
        aria-label={summaryOf(known, minForBar)}
      >
        {levels.map((level) => (
          <g key={level}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(level)} y2={y(level)} stroke="var(--c-chart-grid)" />
            <text x={LEFT - 8} y={y(level) + 4} textAnchor="end" fontSize="13" fill="var(--c-muted)">
              {percent(level)}
            </text>
          </g>
        ))}
        <line
          x1={x(0)}
          y1={y(0)}
          x2={x(1)}
          y2={y(1)}
          stroke="var(--c-edge)"
          strokeWidth="1.5"
          strokeDasharray="4 5"
        />
        {[...bins.map(({ from }) => from), 1].map((edge) => (
          <text key={edge} x={x(edge)} y={y(0) + 18} textAnchor="middle" fontSize="12" fill="var(--c-muted)">
            {Math.round(100 * edge)}
          </text>
        ))}
        {bins.map((bin) => (
          <Bin key={bin.from} bin={bin} hasBar={bin.n >= minForBar} />
        ))}
        <text
          x={LEFT + PLOT.width / 2}
          y={HEIGHT - 4}
          textAnchor="middle"
          fontSize="13"
          fill="var(--c-muted)"
        >
          Predicted probability of a {event} in %, and number of cases
        </text>
      </svg>
      <figcaption className="text-sm text-muted">
        Bars: the share that came true, with its 95% interval. Amber: the average prediction. A bar that ends
        at its amber mark, near the dashed line, came true as often as predicted. Bins with fewer than{" "}
        {minForBar} cases get no bar.
      </figcaption>
      <details>
        <summary className="link inline-block cursor-pointer text-sm">Show as a table</summary>
        <div className="mt-2">
          <BinTable bins={known} event={event} />
        </div>
      </details>
    </figure>
  );
}

function Bin({ bin, hasBar }: { bin: ReliabilityBin; hasBar: boolean }) {
  const { from, to, n, meanProbability, observed } = bin;
  const [left, width, middle] = [x(from) + 4, x(to) - x(from) - 8, x((from + to) / 2)];
  return (
    <g>
      {hasBar && observed && meanProbability !== null && (
        <>
          <rect
            x={left}
            y={y(observed.share)}
            width={width}
            height={y(0) - y(observed.share)}
            rx="3"
            fill="var(--c-chart-1)"
            opacity="0.75"
          />
          <line
            x1={middle}
            x2={middle}
            y1={y(observed.low)}
            y2={y(observed.high)}
            stroke="var(--c-ink)"
            strokeWidth="1.75"
          />
          <line
            x1={left - 2}
            x2={left + width + 2}
            y1={y(meanProbability)}
            y2={y(meanProbability)}
            stroke="var(--c-chart-2)"
            strokeWidth="4"
            strokeLinecap="round"
          />
        </>
      )}
      <text x={middle} y={y(0) + 37} textAnchor="middle" fontSize="13" fill="var(--c-ink)">
        {n > 0 ? n : ""}
      </text>
    </g>
  );
}

function BinTable({ bins, event }: { bins: readonly ReliabilityBin[]; event: string }) {
  return (
    <Table caption="Calibration by bin">
      <thead>
        <tr>
          <HeadingCell>Said</HeadingCell>
          <HeadingCell isNumeric>Cases</HeadingCell>
          <HeadingCell isNumeric>Average prediction</HeadingCell>
          <HeadingCell isNumeric>Were a {event}</HeadingCell>
          <HeadingCell isNumeric>95% interval</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {bins.map(({ from, to, n, meanProbability, observed }) => (
          <tr key={from}>
            <Cell>
              {percent(from)} to {percent(to)}
            </Cell>
            <Cell isNumeric>{n}</Cell>
            <Cell isNumeric>{percent(meanProbability, 1)}</Cell>
            <Cell isNumeric>{percent(observed?.share, 1)}</Cell>
            <Cell isNumeric>{observed ? `${percent(observed.low)} to ${percent(observed.high)}` : "—"}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function summaryOf(bins: readonly ReliabilityBin[], minForBar: number): string {
  const shown = bins.filter((bin) => bin.n >= minForBar);
  if (shown.length === 0) return "Calibration: no bin has enough cases yet.";
  const parts = shown.map(
    ({ n, meanProbability, observed }) =>
      `predicted ${percent(meanProbability)}, came true ${percent(observed?.share)} of ${n}`,
  );
  return `Calibration: ${parts.join("; ")}.`;
}
