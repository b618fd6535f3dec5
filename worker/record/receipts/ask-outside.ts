import { type Fetch, retryAfterOf, UpstreamPaused } from "#platform/upstream/guarded-fetch.ts";
import { witnessFailed } from "./port.ts";

/** For an authority's next second, a witness's disk. */
const PATIENCE_MS = 20_000;
/** A time stamp with certificates is under 10 kB. */
const MAX_BYTES = 64 * 1024;

type OutsideAnswer = { status: number; type: string; bytes: Uint8Array<ArrayBuffer> };

type Question = {
  fetch: Fetch;
  name: string;
  url: string;
  method: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  statuses: readonly number[];
  patienceMs?: number;
};

/**
 * Redirects, other statuses, long or endless answers and failed connections throw AppError; a "429" and a
 * paused outsider say when to come back.
 */
export async function askOutside(question: Question): Promise<OutsideAnswer> {
  const { fetch, name, url, method, headers = {}, body, statuses, patienceMs = PATIENCE_MS } = question;
  const signal = AbortSignal.timeout(patienceMs);
  const failed = () =>
    witnessFailed(
      name,
      signal.aborted ? `did not answer within ${patienceMs / 1000} s` : "could not be reached",
    );
  const init = {
    method,
    headers,
    redirect: "manual",
    signal,
    ...(body === undefined ? {} : { body }),
  } as const;
  const response = await fetch(url, init).catch((error: unknown) => {
    if (!(error instanceof UpstreamPaused)) throw failed();
    throw witnessFailed(name, "failed several times and is not asked for a while", error.retryAfterSeconds);
  });
  if (!statuses.includes(response.status)) {
    await response.body?.cancel().catch(() => undefined);
    throw witnessFailed(name, `answered ${response.status}`, retryAfterOf(response) ?? undefined);
  }
  const bytes = await boundedBody(response, signal).catch(() => {
    throw failed();
  });
  if (!bytes) throw witnessFailed(name, `sent more than ${MAX_BYTES} bytes`);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return { status: response.status, type, bytes };
}

/** Throws at the deadline, whatever the runtime does. */
async function boundedBody(response: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  const timeIsUp = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  timeIsUp.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const read = reader ? await Promise.race([reader.read(), timeIsUp]) : { done: true as const };
      if (read.done) return new Uint8Array(Buffer.concat(chunks));
      chunks.push(read.value);
      length += read.value.byteLength;
      if (length > MAX_BYTES) return null;
    }
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}
