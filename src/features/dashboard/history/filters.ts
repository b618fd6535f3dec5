import { type PredictionListQuery, predictionListQuerySchema } from "#contract/dashboard.ts";

export type Filters = Pick<PredictionListQuery, "symbol" | "outcome" | "bin" | "confidence" | "from" | "to">;
type SortColumn = PredictionListQuery["sort"];

/** Filter, order and page from the URL; invalid values are ignored. */
export function queryOfAddress(params: URLSearchParams): PredictionListQuery {
  const { shape } = predictionListQuerySchema;
  const valid = Object.entries(Object.fromEntries(params)).filter(([name, value]) => {
    const field = Reflect.get(shape, name) as (typeof shape)[keyof typeof shape] | undefined;
    return value !== "" && field?.safeParse(value).success;
  });
  return predictionListQuerySchema.parse(Object.fromEntries(valid));
}

/** The search parameters of the history view; defaults are left out to keep links short. */
export function addressOf(query: Partial<PredictionListQuery>): URLSearchParams {
  const defaults: Partial<PredictionListQuery> = predictionListQuerySchema.parse({});
  const params = new URLSearchParams({ view: "history" });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "" && value !== Reflect.get(defaults, name))
      params.set(name, String(value));
  return params;
}

/** Choosing the sorted column again reverses the order; another column starts with its most useful direction. */
export function sortedBy(query: PredictionListQuery, column: SortColumn): PredictionListQuery {
  const first = column === "symbol" ? "asc" : "desc";
  const other = query.direction === "asc" ? "desc" : "asc";
  return { ...query, sort: column, direction: query.sort === column ? other : first, page: 1 };
}

export function isFiltered({ symbol, outcome, bin, confidence, from, to }: Filters): boolean {
  return [symbol, outcome, bin, confidence, from, to].some((value) => value !== undefined);
}
