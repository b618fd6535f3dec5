import type { Problem } from "#contract/error.ts";

/** A call of `/api/v1` with the request's key: rates, scopes and quota apply as they do there. */
export type Ask = <Answer>(
  method: "GET" | "POST",
  path: string,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Its text says what a model can do next. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** `deliver` hands a request to this Worker itself. Throws `Refused`. */
export function askerOf(request: Request, deliver: (request: Request) => Promise<Response>): Ask {
  const passedOn = ["authorization", "cf-connecting-ip"].flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return async <Answer>(method: "GET" | "POST", path: string, headers: Record<string, string> = {}) => {
    const url = new URL(`/api/v1${path}`, request.url);
    const answer = await deliver(
      new Request(url, { method, headers: { ...Object.fromEntries(passedOn), ...headers } }),
    );
    if (answer.ok) return answer.json<Answer>();
    throw new Refused(adviceOn(await answer.json<Problem>()));
  };
}

function adviceOn({ code, detail, retryAfterSeconds, candidates = [] }: Problem): string {
  const named = candidates.map(({ symbol, name }) => `${symbol} (${quoted(name)})`).join(", ");
  const next: Partial<Record<Problem["code"], string>> = {
    rate_limited: `Wait ${retryAfterSeconds ?? 1} seconds, then call the tool again.`,
    quota_exceeded: "Do not call this tool again in this period; the other tools still work.",
    forbidden: "Tell the user: they must change the key or the plan. Calling again does not help.",
    unauthenticated: "Tell the user: the API key must be replaced. Calling again does not help.",
    idempotency_key_reused: "Call again with another request_id.",
    no_estimate: "No analyst estimates it, so there is nothing to predict. Choose another company.",
    not_a_company: "Choose the ticker of one company.",
  };
  const meant = named ? `Companies that may be meant: ${named}.` : null;
  return [detail, meant, next[code], `(code: ${code})`].filter(Boolean).join(" ");
}

/** On one line, and unable to end itself. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["“”\s]+/g, (found) => (/\s/.test(found) ? " " : "'")).trim()}"`;
}
