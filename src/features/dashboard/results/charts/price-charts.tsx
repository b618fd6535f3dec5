import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PriceSeries, TechnicalIndicators } from "#contract/technical.ts";
import { calendarDate } from "#lib/dates.ts";
import { fixed } from "#lib/numbers.ts";
import { Chart } from "#ui/chart.tsx";
import { classes } from "#ui/classes.ts";
import { LoadFailure } from "#ui/domain/load-failure.tsx";
import { Skeleton } from "#ui/loading.tsx";
import { pricesQuery } from "../../api.ts";
import { hasAny, lastDays, macdShape, priceShape, rsiShape } from "./price-shapes.ts";

/** The periods that the reader can select. `days` are trading days. */
const spans = [
  { name: "1M", title: "1 month", days: 22 },
  { name: "3M", title: "3 months", days: 63 },
  { name: "6M", title: "6 months", days: 126 },
  { name: "1Y", title: "1 year", days: 252 },
] as const;

/** The stack shares one time axis, so only the lowest chart has room for its labels. */
const HEIGHTS = { price: 170, rsi: 72, macd: 110 } as const;

/** Draws price, RSI and MACD. The prices are loaded separately, into a placeholder of the same size. */
export function PriceCharts({ technicals }: { technicals: TechnicalIndicators }) {
  const { series: sent, snapshotHash = "", currency } = technicals;
  const prices = useQuery({ ...pricesQuery(snapshotHash), enabled: !sent && snapshotHash !== "" });
  const series = sent ?? prices.data?.series;
  if (series) return <DrawnCharts series={series} currency={currency} />;
  if (prices.isError)
    return (
      <div className="mt-6">
        <LoadFailure title="The charts could not be loaded" query={prices} />
      </div>
    );
  return prices.isPending && snapshotHash ? <ChartPlaces /> : null;
}

function ChartPlaces() {
  return (
    <div className="mt-4 flex flex-col gap-2" aria-busy="true">
      <div className="min-h-9" />
      {Object.entries(HEIGHTS).map(([name, height]) => (
        <div key={name}>
          <Skeleton className="mb-1 h-5 w-40" />
          <div className="rounded-md bg-sunken" style={{ height }} />
          <div className="mt-1 h-6" />
        </div>
      ))}
    </div>
  );
}

type DrawnChartsProps = { series: PriceSeries; currency: string | null };

function DrawnCharts({ series: whole, currency }: DrawnChartsProps) {
  const [days, setDays] = useState<number>(252);
  const [index, setIndex] = useState<number | null>(null);
  const series = useMemo(() => lastDays(whole, days), [whole, days]);
  const shapes = useMemo(
    () => ({ price: priceShape(series), rsi: rsiShape(series), macd: macdShape(series) }),
    [series],
  );
  if (series.dates.length < 2) return null;
  const common = { positionName: "Date", index, onIndex: setIndex };
  const [first, last] = [series.dates[0] ?? "", series.dates.at(-1) ?? ""];
  const [low, high] = [Math.min(...series.close), Math.max(...series.close)];
  return (
    <div className="mt-4 flex flex-col gap-2">
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="sr-only">Span of the charts</legend>
        {spans.map((span) => (
          <button
            key={span.name}
            type="button"
            aria-pressed={days === span.days}
            aria-label={span.title}
            onClick={() => {
              setIndex(null);
              setDays(span.days);
            }}
            className={classes(
              "min-h-9 rounded-md px-3 text-sm font-semibold transition-colors duration-fast focus-ring print:hidden",
              days === span.days
                ? "bg-primary-soft text-primary"
                : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {span.name}
          </button>
        ))}
      </fieldset>
      <Chart
        {...common}
        title={`Price${currency ? `, ${currency}` : ""}`}
        summary={`Daily closes from ${calendarDate(first)} to ${calendarDate(last)}: from ${fixed(series.close[0])} to ${fixed(series.close.at(-1))}, between ${fixed(low)} and ${fixed(high)}.`}
        shape={shapes.price}
        hasTimeAxis={!hasAny(series.rsi) && !hasAny(series.macd)}
        height={HEIGHTS.price}
      />
      {hasAny(series.rsi) && (
        <Chart
          {...common}
          title="RSI (14-day)"
          summary={`The relative strength index, ${fixed(series.rsi.at(-1), 1)} on the last day; 30 and below is oversold, above 70 is overbought.`}
          shape={shapes.rsi}
          hasTimeAxis={!hasAny(series.macd)}
          height={HEIGHTS.rsi}
        />
      )}
      {hasAny(series.macd) && (
        <Chart
          {...common}
          title="MACD (12, 26, 9)"
          summary={`MACD ${fixed(series.macd.at(-1))} and its signal line ${fixed(series.macdSignal.at(-1))} on the last day.`}
          shape={shapes.macd}
          height={HEIGHTS.macd}
        />
      )}
    </div>
  );
}
