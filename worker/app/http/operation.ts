import { type output, type ZodType, z } from "zod";
import type { ErrorCode } from "#contract/error.ts";
import type { ApiScope, RateLimitName } from "#contract/rules.ts";
import type { AppContext, Deps } from "../deps.ts";
import type { KeyHolder, SignedIn } from "../users.ts";
import type { ServedMarket } from "../wiring/market.ts";
import type { EdgeCachePolicy } from "./edge-cache.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call an operation. `user` is a signed-in person; `operator` is a person listed in `OPERATORS`; `key`
 * is a program with an API key; `signed` is a machine whose signature the handler checks.
 */
type Access = "public" | "user" | "operator" | "key" | "signed";

type Upload = { maxBytes: number; types: readonly string[] };

type RawAnswer = { status: 200; type: `${string}/${string}` } | { status: 303 };

type Declared = {
  method: Method;
  path: `/api/${string}`;
  /** The `operationId` in the OpenAPI document. By default it is built from the method and path. */
  id?: string;
  access: Access;
  scope?: ApiScope;
  isDevelopmentOnly?: true;
  /** Opens the market before the handler runs and passes it to the handler. */
  usesMarket?: true;
  summary: string;
  /**
   * The handler resolves former tickers itself, because it reads the required rows anyway. For other
   * operations, the router replaces them before the handler runs.
   */
  leadsTickers?: true;
  rate?: RateLimitName;
  /** The rate limit per account. The default is `accountRateLimitOf`. */
  userRate?: RateLimitName;
  /**
   * The router does not count the request against the rate limits. The handler does, because the request's
   * content determines whom it counts against.
   */
  isCountedByHandler?: true;
  params?: ZodType;
  query?: ZodType;
  headers?: ZodType;
  body?: ZodType;
  upload?: Upload;
  response?: ZodType;
  status?: 200 | 201;
  raw?: readonly RawAnswer[];
  /** Responses carry an ETag, and visitors share one cached response. */
  reuse?: EdgeCachePolicy;
  errors?: readonly ErrorCode[];
};

type Parsed<Schema> = Schema extends ZodType ? output<Schema> : undefined;

type Input<P, Q, H, B, U> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  headers: Parsed<H>;
  body: Parsed<B>;
  bytes: U extends Upload ? Uint8Array : undefined;
};

type Call<A, M, P, Q, H, B, U> = Omit<Deps, keyof ServedMarket> &
  (M extends true ? ServedMarket : unknown) &
  Input<P, Q, H, B, U> & {
    c: AppContext;
    who: A extends "user" | "operator" ? SignedIn : A extends "key" ? KeyHolder : null;
  };

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

type Answer<R, W> =
  | (R extends ZodType ? Immutable<output<R>> : never)
  | (W extends readonly RawAnswer[] ? Response : never);

export type Operation = Declared & {
  handle: (
    call: Omit<Deps, keyof ServedMarket> & { c: AppContext; who: SignedIn | null } & Record<
        keyof Input<0, 0, 0, 0, 0>,
        unknown
      >,
  ) => unknown;
};

/**
 * Declares an API operation with its handler. A handler whose result does not match `response` does not
 * compile, and tests find keys that the schema lacks.
 */
export function operation<
  A extends Access,
  M extends true | undefined = undefined,
  P extends ZodType | undefined = undefined,
  Q extends ZodType | undefined = undefined,
  H extends ZodType | undefined = undefined,
  B extends ZodType | undefined = undefined,
  U extends Upload | undefined = undefined,
  R extends ZodType | undefined = undefined,
  W extends readonly RawAnswer[] | undefined = undefined,
  const Given extends Answer<R, W> = Answer<R, W>,
>(
  declared: Declared & {
    access: A;
    usesMarket?: M;
    params?: P;
    query?: Q;
    headers?: H;
    body?: B;
    upload?: U;
    response?: R;
    raw?: W;
    handle: (call: Call<A, M, P, Q, H, B, U>) => Given | Promise<Given>;
  },
): Operation {
  return declared as unknown as Operation;
}

/**
 * Returns the rate limit that applies to the caller's account. Returns null when the account is unknown before
 * the handler runs, or when the limit of an API key applies instead.
 */
export function accountRateLimitOf({
  access,
  method,
  userRate,
}: Pick<Operation, "access" | "method" | "userRate">): RateLimitName | null {
  if (access !== "user" && access !== "operator") return null;
  return userRate ?? (method === "GET" ? "accountReads" : "accountWrites");
}

export function impliedErrors(operation: Operation): ReadonlySet<ErrorCode> {
  const { access, method, rate, params, query, headers, body, upload, isDevelopmentOnly } = operation;
  const isWrite = method !== "GET";
  return new Set<ErrorCode>([
    "internal",
    "not_available",
    ...when(isWrite, "payload_too_large"),
    ...when(isWrite && access !== "signed", "foreign_origin", "unsupported_media_type"),
    ...when(
      access === "key",
      "unauthenticated",
      "forbidden",
      "foreign_origin",
      "rate_limited",
      "invalid_request",
    ),
    ...when(isDevelopmentOnly, "not_found"),
    ...when(access === "user" || access === "operator", "unauthenticated"),
    ...when(access === "operator", "not_found", "forbidden"),
    ...when(rate || accountRateLimitOf(operation), "rate_limited"),
    ...when(params || query || headers || body, "invalid_request"),
    ...when(body || upload, "unsupported_media_type"),
  ]);
}

function when(condition: unknown, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}

/**
 * Path parameters with an `id`. The maximum is longer than any id, so a longer one would not be found anyway.
 */
export const idParams = z.object({ id: z.string().max(1000) });
