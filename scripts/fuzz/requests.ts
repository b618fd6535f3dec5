import fc from "fast-check";
import type { Operation } from "#app/http/operation.ts";
import { nearlyValidInput, validInput } from "./from-schema.ts";
import { hostileBodies, hostileHeaders, hostilePaths, hostileTexts } from "./hostile.ts";

/** `{{…}}` stands for a value that the sender fills in. */
export type Planned = {
  person: number;
  proof: "token" | "cookie" | "none";
  network: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

export const PEOPLE = 8;
const NETWORKS = 60;

/** These are rarer, because they end the session or the account. */
const ending = /\/(signout|delete|sessions|change-password|two-factor\/\w+)$/;

const parameters: Readonly<Record<string, readonly string[]>> = {
  symbol: ["AAPL", "MSFT", "NVDA", "AMZN", "JPM", "aapl", "ZZZZZ", "BRK-B", "^GSPC", "{{ticket}}"],
  sessionId: ["{{checkout}}", "{{checkout}}", "cs_test_x"],
  secret: ["{{mailed}}", "x"],
  date: ["2026-11-20", "2020-02-30", "x"],
  name: ["a.png", "..%2f..%2fetc", "{{prediction}}"],
};

/** Determined by seed and count. */
export function plannedRequests(operations: readonly Operation[], seed: number, count: number): Planned[] {
  const choices = operations.map((operation) => ({
    weight: ending.test(operation.path) ? 1 : 6,
    arbitrary: fc.oneof(
      { weight: 4, arbitrary: valid(operation) },
      { weight: 3, arbitrary: nearlyValid(operation) },
      { weight: 3, arbitrary: hostile(operation) },
    ),
  }));
  return fc.sample(fc.oneof(...choices, { weight: 40, arbitrary: oddPath }), { seed, numRuns: count });
}

const who = {
  person: fc.nat(PEOPLE - 1),
  network: fc.nat(NETWORKS - 1),
  proof: fc.oneof(
    { weight: 6, arbitrary: fc.constant("token" as const) },
    { weight: 2, arbitrary: fc.constant("cookie" as const) },
    { weight: 2, arbitrary: fc.constant("none" as const) },
  ),
};
const json = { "content-type": "application/json" };
const events = fc.constantFrom<Record<string, string>>({}, {}, { accept: "text/event-stream" });

function valid(operation: Operation): fc.Arbitrary<Planned> {
  const { method, body, query } = operation;
  return fc
    .record({
      ...who,
      path: pathOf(operation.path),
      input: body ? validInput(body) : fc.constant(undefined),
      search: query ? validInput(query).map(searchOf) : fc.constant(""),
      headers: events,
    })
    .map(({ input, search, path, headers, ...rest }) => ({
      ...rest,
      method,
      path: path + search,
      ...written(method, input, headers),
    }));
}

function nearlyValid(operation: Operation): fc.Arbitrary<Planned> {
  const { method, body, query } = operation;
  return fc
    .record({
      ...who,
      path: pathOf(operation.path),
      input: body ? nearlyValidInput(body) : fc.constantFrom(undefined, {}, { extra: 1 }),
      search: query ? nearlyValidInput(query).map(searchOf) : fc.constantFrom("", "?a=1", "?__proto__=1"),
      headers: fc.constantFrom({}, ...hostileHeaders),
    })
    .map(({ input, search, path, headers, ...rest }) => ({
      ...rest,
      method,
      path: path + search,
      ...written(method, input, headers),
    }));
}

function hostile({ method, path }: Operation): fc.Arbitrary<Planned> {
  return fc.record({
    ...who,
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant<string>(method) },
      { weight: 1, arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS") },
    ),
    path: fc.constantFrom(...hostileTexts).map((text) => path.replace(/:\w+|\*/g, encoded(text))),
    headers: fc.constantFrom({}, ...hostileHeaders).map((headers) => ({ ...json, ...headers })),
    body: fc.oneof(fc.constantFrom(...hostileBodies), fc.string({ unit: "binary", maxLength: 200 })),
  });
}

const oddPath: fc.Arbitrary<Planned> = fc.record({
  ...who,
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "PUT", "OPTIONS"),
  path: fc.constantFrom<string>(...hostilePaths, "/sandbox/checkout/{{checkout}}"),
  headers: fc.constantFrom({}, ...hostileHeaders),
  body: fc.constantFrom(null, null, "{}", "outcome=succeed&email={{newEmail}}"),
});

function pathOf(pattern: string): fc.Arbitrary<string> {
  const parts = pattern.split("/").map((part) => {
    if (part === "*") return fc.constantFrom("", "a/b", "%F0%9F%98%80");
    if (!part.startsWith(":")) return fc.constant(part);
    return fc.constantFrom(...(parameters[part.slice(1)] ?? ["{{prediction}}", "{{prediction}}", "prd_x"]));
  });
  return fc.tuple(...parts).map((texts) => texts.join("/"));
}

function searchOf(input: unknown): string {
  const pairs = Object.entries(input ?? {}).map(([name, value]) => {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `${encoded(name)}=${encoded(text)}`;
  });
  return `?${pairs.join("&")}`;
}

/** Encodes a value for a request line and cuts it to 1,000 characters. Placeholders such as `{{id}}` stay as they are. */
function encoded(text: string): string {
  return /^\{\{\w+\}\}$/.test(text) ? text : encodeURIComponent(text.slice(0, 1000).toWellFormed());
}

function written(method: string, input: unknown, headers: Record<string, string>) {
  if (method === "GET" || input === undefined) return { headers, body: null };
  return { headers: { ...json, ...headers }, body: JSON.stringify(input) };
}
