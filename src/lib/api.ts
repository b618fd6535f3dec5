import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { type RequestOptions, send } from "./request.ts";

/**
 * Calls our API and returns the validated answer. Throws `RequestError` for a status other than 2xx, and a
 * ZodError for an unexpected answer.
 */
export async function apiFetch<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  options?: RequestOptions,
): Promise<z.infer<Schema>> {
  return schema.parse(await (await send(path, options)).json());
}

type KeyPart = string | number;

/**
 * Returns the options of a query whose key is its address: the parts are joined with slashes. An answer of 401
 * is an error.
 */
export function apiQuery<Schema extends z.ZodType>(
  schema: Schema,
  ...parts: [`/api/${string}`, ...KeyPart[]]
) {
  return queryOptions({
    queryKey: parts,
    queryFn: ({ queryKey, signal }) => apiFetch(schema, pathOf(queryKey), { signal }),
  });
}

function pathOf(key: readonly KeyPart[]): string {
  const [base, ...rest] = key;
  return [base, ...rest.map((part) => encodeURIComponent(part))].join("/");
}

/**
 * Creates the query client with the defaults that the product specification prescribes: queries are never
 * retried, refetched on focus or considered stale.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
}
