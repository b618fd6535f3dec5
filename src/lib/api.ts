import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { type RequestOptions, send } from "./request.ts";

/** Throws `RequestError` for a status other than 2xx, and a ZodError for an answer of another shape. */
export async function apiFetch<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  options?: RequestOptions,
): Promise<z.infer<Schema>> {
  return schema.parse(await (await send(path, options)).json());
}

type KeyPart = string | number;

/**
 * The address is made of the key's parts, joined with slashes (section 7 of the specification). A 401 is an error.
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

/** Section 7 of the specification: nothing retries, refetches on focus or becomes stale. */
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
