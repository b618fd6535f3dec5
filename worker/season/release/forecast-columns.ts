import type { Guidance } from "#contract/company-release.ts";
import type { Layout } from "./layout.ts";
import { columnFigure, metricOf } from "./table-figures.ts";

/**
 * Returns the guidance in columns that call themselves a forecast beside columns of results, as in "Q1'24 |
 * Q2'24 Forecast".
 */
export function readForecastColumns({ text, grids }: Layout): Guidance[] {
  return grids.flatMap((grid) =>
    grid.rows.flatMap((row) => {
      const metric = metricOf(row);
      const isBesideResults = row.figures.some(({ head }) => !head.isNoResult && head.length !== null);
      if (!metric || !isBesideResults) return [];
      return row.figures.flatMap((figure): Guidance[] => {
        const { length, forecast } = figure.head;
        if (forecast === null || length === null) return [];
        const read = columnFigure(text, grid, row, figure, metric);
        if (!read) return [];
        const { value, basis, currency, quote, offset } = read;
        return [
          {
            metric,
            basis,
            period: forecast,
            periodKind: length === "quarter" ? "next_quarter" : length === "year" ? "full_year" : "other",
            low: value,
            high: value,
            currency,
            action: null,
            quote,
            offset,
          },
        ];
      });
    }),
  );
}
