import type { MissingReason } from "#contract/market-data.ts";
import { CircuitOpenError, type Fetch, retryAfterOf } from "#platform/upstream/guarded-fetch.ts";

/** A failed request. `detail` may go to logs and users, because it contains no key or query. */
export type SourceFailure = {
  isOk: false;
  reason: MissingReason;
  detail: string;
  retryAfterSeconds: number | null;
  /** The beginning of the body, which tells refusals apart. It is untrusted and never shown or logged. */
  bodyExcerpt: string;
};

type TextAnswer = { isOk: true; text: string; contentType: string; cookie: string | null };
export type JsonAnswer = { isOk: true; body: unknown };

export type { Fetch };

/** The default time limit of a request. Two requests in a row take less than 15 s. */
export const CALL_TIMEOUT_MS = 5_000;

const MAX_EXCERPT_LENGTH = 1_000;

/** The longest body that is read. The longest known answer, an option chain, is smaller than 300 kB. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The random pause before a retry, so that failed requests are not all retried at the same moment. */
export const RETRY_MS = { least: 50, most: 250 } as const;

type SourceRequest = {
  fetch: Fetch;
  url: URL;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Returns a number from 0 to 1. */
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Requests a URL and returns its text, or a refusal. Redirects are refused, because they lead to consent
 * pages or private networks. Only a failed connection is retried, once, within the time limit.
 */
export async function fetchText({
  fetch,
  url,
  headers = {},
  timeoutMs = CALL_TIMEOUT_MS,
  random = Math.random,
  wait = sleep,
}: SourceRequest): Promise<TextAnswer | SourceFailure> {
  if (timeoutMs <= 0) return sourceFailure("timed_out", `no time was left to ask ${url.hostname}`);
  const signal = AbortSignal.timeout(timeoutMs);
  const call = () => fetch(url.href, { headers, redirect: "manual", signal });
  try {
    const response = await call().catch(async (error: unknown) => {
      if (signal.aborted || error instanceof CircuitOpenError) throw error;
      await wait(RETRY_MS.least + random() * (RETRY_MS.most - RETRY_MS.least));
      return call();
    });
    const text = await readText(response);
    if (text === null)
      return sourceFailure("malformed", `${url.hostname} sent more than ${MAX_BODY_BYTES} bytes`);
    if (response.status >= 300)
      return { ...refusedStatus(response, url.hostname), bodyExcerpt: text.slice(0, MAX_EXCERPT_LENGTH) };
    return {
      isOk: true,
      text,
      contentType: response.headers.get("content-type") ?? "",
      cookie: cookieOf(response),
    };
  } catch (error) {
    if (error instanceof CircuitOpenError)
      return sourceFailure("upstream", error.message, error.retryAfterSeconds);
    return signal.aborted
      ? sourceFailure("timed_out", `${url.hostname} did not answer within ${timeoutMs / 1000} s`)
      : sourceFailure("upstream", `${url.hostname} could not be reached`);
  }
}

/**
 * Requests a URL and returns its JSON, or a refusal. HTML, plain text and truncated bodies with a successful
 * status count as `malformed`.
 */
export async function fetchJson(request: SourceRequest): Promise<JsonAnswer | SourceFailure> {
  const answer = await fetchText(request);
  if (!answer.isOk) return answer;
  try {
    return { isOk: true, body: JSON.parse(answer.text) };
  } catch {
    const kind = answer.text.trimStart().startsWith("<") ? "a web page" : "something unreadable";
    return sourceFailure("malformed", `${request.url.hostname} answered ${kind} instead of data`);
  }
}

export function sourceFailure(
  reason: MissingReason,
  detail: string,
  retryAfterSeconds: number | null = null,
): SourceFailure {
  return { isOk: false, reason, detail, retryAfterSeconds, bodyExcerpt: "" };
}

function refusedStatus(response: Response, host: string): SourceFailure {
  const { status } = response;
  const detail = `${host} answered ${status}`;
  if (status === 401 || status === 403) return sourceFailure("unauthorized", detail);
  if (status === 402) return sourceFailure("not_in_plan", detail);
  if (status === 404) return sourceFailure("not_found", detail);
  if (status === 429) return sourceFailure("rate_limited", detail, retryAfterOf(response));
  return sourceFailure("upstream", detail);
}

function cookieOf(response: Response): string | null {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return cookies.length > 0 ? cookies.join("; ") : null;
}

/** Returns the body, or null when it is longer than MAX_BODY_BYTES. */
async function readText(response: Response): Promise<string | null> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
