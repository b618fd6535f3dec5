import type { PriceSeries } from "#contract/technical.ts";
import { number } from "#lib/numbers.ts";

const WIDTH = 720;
const HEIGHT = 200;
const PAD = 8;

const lines = [
  { name: "Close", field: "close", colour: "var(--c-chart-1)", width: 2 },
  { name: "50-day average", field: "sma50", colour: "var(--c-chart-2)", width: 1.5 },
  { name: "200-day average", field: "sma200", colour: "var(--c-chart-3)", width: 1.5 },
] as const;

/** A year of closes with two averages. */
export function PriceChart({ series, currency }: { series: PriceSeries; currency: string | null }) {
  const values = lines.flatMap(({ field }) =>
    series[field].flatMap((value) => (value === null ? [] : [value])),
  );
  if (series.dates.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (i: number) => PAD + (i / (series.dates.length - 1)) * (WIDTH - 2 * PAD);
  const y = (value: number) => PAD + ((high - value) / Math.max(high - low, 1e-9)) * (HEIGHT - 2 * PAD);
  const path = (points: readonly (number | null)[]) =>
    points
      .map((value, i) =>
        value === null ? "" : `${points[i - 1] == null ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`,
      )
      .join("");
  const [first, last] = [series.close[0] ?? 0, series.close.at(-1) ?? 0];
  return (
    <figure className="mt-5">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        className="w-full rounded-md bg-sunken"
        aria-label={`Daily closes from ${series.dates[0]} to ${series.dates.at(-1)}: from ${number(first)} to ${number(last)} ${currency ?? ""}, between ${number(low)} and ${number(high)}.`}
      >
        {lines.map(({ name, field, colour, width }) => (
          <path
            key={name}
            d={path(series[field])}
            fill="none"
            stroke={colour}
            strokeWidth={width}
            strokeLinejoin="round"
          />
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        {lines.map(({ name, colour }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className="h-0.5 w-4" style={{ backgroundColor: colour }} />
            {name}
          </span>
        ))}
        <span className="ml-auto figures">
          {series.dates[0]} to {series.dates.at(-1)}
        </span>
      </figcaption>
    </figure>
  );
}
