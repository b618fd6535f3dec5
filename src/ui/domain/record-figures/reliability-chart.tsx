import type { ReliabilityBin } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { number, percent } from "#lib/numbers.ts";
import { Cell, HeadingCell, Table } from "../../table.tsx";

type ReliabilityChartProps = {
  bins: readonly ReliabilityBin[];
  /** The index of the selected bin, or null for none. */
  chosen: number | null;
  onChoose: (bin: number) => void;
};

type Plot = {
  width: number;
  height: number;
  left: number;
  plotWidth: number;
  plotHeight: number;
  text: number;
};
const RIGHT = 16;
const TOP = 10;
const BARS_HEIGHT = 34;
/** The height below the plot, for the axis labels and the bars with their counts. */
const BELOW = 118;
const plotOf = (width: number, plotHeight: number, left: number, text: number): Plot => ({
  width,
  height: TOP + plotHeight + BELOW,
  left,
  plotWidth: width - left - RIGHT,
  plotHeight,
  text,
});
const plots = { narrow: plotOf(400, 262, 38, 11), wide: plotOf(880, 300, 44, 12) } as const;
const x = (plot: Plot, share: number) => plot.left + share * plot.plotWidth;
const y = (plot: Plot, share: number) => TOP + (1 - share) * plot.plotHeight;
const levels = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * Draws the share of beats in each bin of predicted probabilities. The band would contain that share 95% of the
 * time if every probability were right. Bins are buttons, and a table contains the figures.
 */
export function ReliabilityChart({ bins, chosen, onChoose }: ReliabilityChartProps) {
  return (
    <figure className="flex flex-col gap-3">
      <Drawing bins={bins} chosen={chosen} onChoose={onChoose} plot={plots.wide} className="max-md:hidden" />
      <Drawing bins={bins} chosen={chosen} onChoose={onChoose} plot={plots.narrow} className="md:hidden" />
      <figcaption className="flex flex-col gap-2 text-sm text-muted">
        <Legend />
        <span>
          A dot inside its band is as near to the dashed line as chance allows. Choose a bin to see its
          predictions. Bins with fewer than {MIN_SETTLED_FOR_PERCENTAGE} are only counted.
        </span>
      </figcaption>
      <details>
        <summary className="link inline-block cursor-pointer text-sm">Show as a table</summary>
        <div className="mt-2">
          <BinTable bins={bins.filter(({ n }) => n > 0)} />
        </div>
      </details>
    </figure>
  );
}

type DrawingProps = ReliabilityChartProps & { plot: Plot; className: string };

function Drawing({ bins, chosen, onChoose, plot, className }: DrawingProps) {
  const { width, height, left, plotWidth, plotHeight, text } = plot;
  const most = Math.max(1, ...bins.map(({ n }) => n));
  return (
    <div className={`relative w-full ${className}`}>
      <svg viewBox={`0 0 ${width} ${height}`} className="w-full" role="img" aria-label={summaryOf(bins)}>
        {levels.map((level) => (
          <g key={level} fontSize={text} fill="var(--c-muted)">
            <line
              x1={left}
              x2={width - RIGHT}
              y1={y(plot, level)}
              y2={y(plot, level)}
              stroke="var(--c-chart-grid)"
            />
            <text x={left - 6} y={y(plot, level) + 4} textAnchor="end">
              {percent(level)}
            </text>
            <text x={x(plot, level)} y={y(plot, 0) + 17} textAnchor="middle">
              {percent(level)}
            </text>
          </g>
        ))}
        {chosen !== null && (
          <rect
            x={x(plot, chosen / bins.length)}
            y={TOP}
            width={plotWidth / bins.length}
            height={plotHeight}
            fill="var(--c-signal-solid)"
            opacity="0.16"
          />
        )}
        <line
          x1={x(plot, 0)}
          y1={y(plot, 0)}
          x2={x(plot, 1)}
          y2={y(plot, 1)}
          stroke="var(--c-edge)"
          strokeWidth="1.25"
          strokeDasharray="3 4"
        />
        {bins.map((bin) => (
          <Bin key={bin.from} bin={bin} most={most} plot={plot} />
        ))}
        <g fontSize={text} fill="var(--c-muted)" textAnchor="middle">
          <text x={left + plotWidth / 2} y={y(plot, 0) + 34}>
            Predicted probability of a beat
          </text>
          <text x={left + plotWidth / 2} y={height - 3}>
            Number of predictions
          </text>
        </g>
      </svg>
      {bins.map((bin, place) => (
        <button
          key={bin.from}
          type="button"
          disabled={bin.n === 0}
          aria-pressed={chosen === place}
          aria-label={`Show predictions at ${rangeOf(bin)}: ${readOut(bin)}`}
          title={`${rangeOf(bin)}: ${readOut(bin)}`}
          onClick={() => onChoose(place)}
          className="absolute rounded-sm border-0 bg-transparent p-0 transition-colors duration-fast enabled:cursor-pointer enabled:hover:bg-ink/5 focus-ring"
          style={{
            left: `${(100 * x(plot, bin.from)) / width}%`,
            width: `${(100 * plotWidth) / bins.length / width}%`,
            top: `${(100 * TOP) / height}%`,
            height: `${(100 * (height - TOP - 16)) / height}%`,
          }}
        />
      ))}
    </div>
  );
}

type BinProps = { bin: ReliabilityBin; most: number; plot: Plot };

function Bin({ bin: { from, to, n, shares }, most, plot }: BinProps) {
  const middle = x(plot, (from + to) / 2);
  const height = n === 0 ? 0 : Math.max(1.5, (BARS_HEIGHT * n) / most);
  const base = plot.height - 22;
  const isInside = shares && isInBand(shares);
  return (
    <g>
      {shares && (
        <>
          <rect
            x={x(plot, shares.predicted) - 9}
            width="18"
            y={y(plot, shares.bandHigh)}
            height={Math.max(2, y(plot, shares.bandLow) - y(plot, shares.bandHigh))}
            rx="4"
            fill="var(--c-chart-1)"
            opacity="0.22"
          />
          <circle
            cx={x(plot, shares.predicted)}
            cy={y(plot, shares.observed)}
            r="5.5"
            fill={isInside ? "var(--c-chart-1)" : "var(--c-surface)"}
            stroke={isInside ? "var(--c-surface)" : "var(--c-negative-solid)"}
            strokeWidth={isInside ? 1.5 : 3}
          />
        </>
      )}
      <rect
        x={x(plot, from) + 3}
        width={x(plot, to) - x(plot, from) - 6}
        y={base - height}
        height={height}
        rx="1.5"
        fill="var(--c-edge)"
        opacity="0.55"
      />
      {n > 0 && (
        <text
          x={middle}
          y={base - height - 4}
          textAnchor="middle"
          fontSize={plot.text - 0.5}
          fill="var(--c-ink)"
        >
          {number(n)}
        </text>
      )}
    </g>
  );
}

function Legend() {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <Entry text="share that beat">
        <circle cx="8" cy="8" r="4.5" fill="var(--c-chart-1)" />
      </Entry>
      <Entry text="95% band if every probability is right">
        <rect x="3" y="1" width="10" height="14" rx="3" fill="var(--c-chart-1)" opacity="0.3" />
      </Entry>
      <Entry text="outside its band">
        <circle cx="8" cy="8" r="4.5" fill="none" stroke="var(--c-negative-solid)" strokeWidth="2.5" />
      </Entry>
    </span>
  );
}

function Entry({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
        {children}
      </svg>
      {text}
    </span>
  );
}

function BinTable({ bins }: { bins: readonly ReliabilityBin[] }) {
  return (
    <Table caption="Calibration by bin">
      <thead>
        <tr>
          <HeadingCell>Predicted</HeadingCell>
          <HeadingCell isNumeric>Predictions</HeadingCell>
          <HeadingCell isNumeric>Beats</HeadingCell>
          <HeadingCell isNumeric>Average prediction</HeadingCell>
          <HeadingCell isNumeric>Share that beat</HeadingCell>
          <HeadingCell isNumeric>95% band</HeadingCell>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <tr key={bin.from}>
            <Cell className="whitespace-nowrap">{rangeOf(bin)}</Cell>
            <Cell isNumeric>{number(bin.n)}</Cell>
            <Cell isNumeric>{number(bin.beats)}</Cell>
            <Cell isNumeric>{percent(bin.shares?.predicted, 1)}</Cell>
            <Cell isNumeric>{percent(bin.shares?.observed, 1)}</Cell>
            <Cell isNumeric className="whitespace-nowrap">
              {bin.shares ? `${percent(bin.shares.bandLow)} to ${percent(bin.shares.bandHigh)}` : "—"}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function isInBand({ observed, bandLow, bandHigh }: NonNullable<ReliabilityBin["shares"]>): boolean {
  return observed >= bandLow && observed <= bandHigh;
}

/** Formats as "70% to 80%". */
function rangeOf({ from, to }: Pick<ReliabilityBin, "from" | "to">): string {
  return `${percent(from)} to ${percent(to)}`;
}

function readOut({ n, beats, shares }: ReliabilityBin): string {
  const counts = `${number(beats)} of ${number(n)} beat`;
  if (!shares) return counts;
  return `${counts} (${percent(shares.observed)}), ${percent(shares.predicted)} predicted, ${percent(shares.bandLow)} to ${percent(shares.bandHigh)} expected by chance`;
}

function summaryOf(bins: readonly ReliabilityBin[]): string {
  const shown = bins.flatMap(({ shares }) => shares ?? []);
  if (shown.length === 0) return "Calibration: no bin has enough predictions yet.";
  const inside = shown.filter(isInBand).length;
  return `Calibration: ${inside} of ${shown.length} bins lie inside their 95% band. The table below has all figures.`;
}
