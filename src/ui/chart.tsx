import { lazy, Suspense, useState } from "react";
import { type ChartShape, readOut, readOutSeriesOf } from "./chart-shape.ts";
import { Cell, HeadingCell, Table } from "./table.tsx";
import type { Color } from "./tokens.ts";

const ChartPlot = lazy(() => import("./chart-plot.tsx"));

type ChartProps = {
  title: string;
  summary: string;
  positionName: string;
  shape: ChartShape;
  height?: number;
  /** Whether the labels of the horizontal axis are drawn. Leave them out above a chart that shares the axis. */
  hasTimeAxis?: boolean;
  /**
   * The position that is read out, or null for the default. The caller holds it, so that several charts can
   * share it.
   */
  index: number | null;
  onIndex: (index: number | null) => void;
};

/**
 * Draws a chart whose values can be read one by one with pointer, touch or arrow keys. A table contains all of
 * them.
 */
export function Chart({
  title,
  summary,
  positionName,
  shape,
  height = 220,
  hasTimeAxis = true,
  index,
  onIndex,
}: ChartProps) {
  const last = shape.x.length - 1;
  const shown = Math.min(index ?? shape.defaultIndex ?? last, last);
  return (
    <figure className="relative min-w-0 rounded-md [&:has(input:focus-visible)]:outline [&:has(input:focus-visible)]:outline-2 [&:has(input:focus-visible)]:outline-offset-4 [&:has(input:focus-visible)]:outline-primary">
      <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-xs text-muted">
        <span className="text-sm font-semibold text-ink">{title}</span>
        <span className="sr-only">{summary}</span>
        <span className="figures">{shape.xLabels[shown]}</span>
        {readOutSeriesOf(shape).map(({ label, values, format, color, isHollow }) => {
          const value = values[shown];
          return (
            <span key={label} className="inline-flex items-center gap-1.5 whitespace-nowrap figures">
              {color && <Mark color={color} isHollow={isHollow} />}
              {label} <span className="text-ink">{value == null ? "—" : format(value)}</span>
            </span>
          );
        })}
      </figcaption>
      <input
        type="range"
        className="sr-only"
        min={0}
        max={last}
        value={shown}
        aria-label={`${title}, read out`}
        aria-valuetext={readOut(shape, shown)}
        onChange={(event) => onIndex(Number(event.target.value))}
        onFocus={() => onIndex(shown)}
        onBlur={() => onIndex(null)}
      />
      <Suspense fallback={<div className="rounded-md bg-sunken" style={{ height }} />}>
        <ChartPlot shape={shape} height={height} hasTimeAxis={hasTimeAxis} index={index} onIndex={onIndex} />
      </Suspense>
      <ChartTable caption={title} positionName={positionName} shape={shape} />
    </figure>
  );
}

function Mark({ color, isHollow = false }: { color: Color; isHollow?: boolean | undefined }) {
  return (
    <span
      className="size-2.5 rounded-full border-2"
      style={{
        borderColor: `var(--c-${color})`,
        backgroundColor: isHollow ? "transparent" : `var(--c-${color})`,
      }}
    />
  );
}

type ChartTableProps = { caption: string; positionName: string; shape: ChartShape };

function ChartTable({ caption, positionName, shape }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const readings = readOutSeriesOf(shape);
  return (
    <details className="mt-1 print:hidden" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="link inline-block cursor-pointer text-xs">
        Show as a table<span className="sr-only">: {caption}</span>
      </summary>
      {isOpen && (
        <div className="mt-2 max-h-80 overflow-y-auto">
          <Table caption={caption}>
            <thead>
              <tr>
                <HeadingCell>{positionName}</HeadingCell>
                {readings.map(({ label }) => (
                  <HeadingCell key={label} isNumeric>
                    {label}
                  </HeadingCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {shape.xLabels
                .map((name, i) => (
                  <tr key={name}>
                    <Cell className="whitespace-nowrap">{name}</Cell>
                    {readings.map(({ label, values, format }) => {
                      const value = values[i];
                      return (
                        <Cell key={label} isNumeric>
                          {value == null ? "—" : format(value)}
                        </Cell>
                      );
                    })}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </Table>
        </div>
      )}
    </details>
  );
}
