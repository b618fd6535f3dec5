import { type RecordListQuery, recordListQuerySchema } from "#contract/record.ts";

export type RecordFilters = Pick<
  RecordListQuery,
  "outcome" | "symbol" | "bin" | "confidence" | "sector" | "size" | "kind"
>;

const names = ["outcome", "symbol", "bin", "confidence", "sector", "size", "kind"] as const;
const ofEndedOnly = ["bin", "confidence"] as const;

export function filtersOf(params: URLSearchParams): RecordFilters {
  const { shape } = recordListQuerySchema;
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const parsed = shape[name].safeParse(params.get(name) || undefined);
    if (parsed.success && parsed.data !== undefined) found[name] = parsed.data;
  }
  const filters = { outcome: "settled", ...found } as RecordFilters;
  if (isOpen(filters)) for (const name of ofEndedOnly) delete filters[name];
  return filters;
}

export function isOpen({ outcome }: Pick<RecordFilters, "outcome">): boolean {
  return outcome === "pending" || outcome === "review";
}

export function addressWith(
  params: URLSearchParams,
  changed: Partial<Record<keyof RecordFilters, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changed))
    if (value === "" || (name === "outcome" && value === "settled")) next.delete(name);
    else next.set(name, value);
  return next;
}
