import { expect } from "vitest";
import { impliedErrors, type Operation } from "#app/http/operation.ts";
import { operations } from "#app/routes/operations.ts";
import { type ErrorBody, errorBodySchema, type Problem, problemSchema } from "#contract/error.ts";

const patterns = operations.map((operation) => ({
  operation,
  path: new RegExp(`^${operation.path.replace(/:\w+/g, "[^/]+").replace(/\*$/, ".*")}$`),
}));

/** Finds the declared call that answers a request, in the router's order. */
export function operationAt(method: string, pathname: string): Operation | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  return patterns.find(({ operation, path }) => operation.method === asked && path.test(pathname))?.operation;
}

/**
 * * Compares an answer with the declaration of its call: status, media type, error code and body. A key that the
 * schema does not name fails as well. Streams are left to their readers.
 */
export async function checkAnswer(method: string, url: string, response: Response): Promise<void> {
  const { pathname } = new URL(url);
  const operation = operationAt(method, pathname);
  if (!operation) return;
  const call = `${method} ${operation.path} with ${response.status}`;
  if (response.status === 304) {
    expect(operation.reuse, call).toBeDefined();
    return;
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0];
  const isRaw = operation.raw?.some((raw) =>
    raw.status === 303 ? response.status === 303 : response.status === 200 && raw.type === type,
  );
  if (isRaw || method === "HEAD") return;
  const isProblem = operation.access === "key" && response.status >= 400;
  expect(type, call).toBe(isProblem ? "application/problem+json" : "application/json");
  const body: unknown = await response.clone().json();
  if (response.status >= 400) {
    expectExactly(isProblem ? problemSchema : errorBodySchema, body, call);
    const { code } = body as ErrorBody | Problem;
    expect([...impliedErrors(operation), ...(operation.errors ?? [])], call).toContain(code);
    return;
  }
  expect(response.status, call).toBe(operation.status ?? 200);
  expectExactly(operation.response, body, call);
}

/** A schema drops keys that it does not name, so what it returns must equal what was received. */
function expectExactly(schema: Operation["response"], body: unknown, call: string): void {
  const parsed = schema?.safeParse(body);
  expect(parsed?.error?.issues.slice(0, 5) ?? [], call).toEqual([]);
  expect(body, `${call}: keys that its schema does not name`).toEqual(parsed?.data);
}
