import { CircuitOpenError, type Fetch, retryAfterOf } from "#platform/upstream/guarded-fetch.ts";
import { witnessError } from "./port.ts";

/**
 * The default time limit of a request. It is long enough for an authority that waits for its next second and
 * for a witness that writes to disk.
 */
const PATIENCE_MS = 20_000;
/** The longest answer that is read. A time stamp with its certificates is under 10 kB. */
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
 * Sends one request to an outside service and returns its answer. Throws AppError for redirects, unexpected
 * statuses, answers that are too long or never end, and failed connections. For a status 429, and for a
 * service that the circuit breaker has paused, the error says when to try again.
 */
export async function requestExternalService(question: Question): Promise<OutsideAnswer> {
  const { fetch, name, url, method, headers = {}, body, statuses, patienceMs = PATIENCE_MS } = question;
  const signal = AbortSignal.timeout(patienceMs);
  const failed = () =>
    witnessError(
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
    if (!(error instanceof CircuitOpenError)) throw failed();
    throw witnessError(name, "failed several times and is not asked for a while", error.retryAfterSeconds);
  });
  if (!statuses.includes(response.status)) {
    await response.body?.cancel().catch(() => undefined);
    throw witnessError(name, `answered ${response.status}`, retryAfterOf(response) ?? undefined);
  }
  const bytes = await boundedBody(response, signal).catch(() => {
    throw failed();
  });
  if (!bytes) throw witnessError(name, `sent more than ${MAX_BYTES} bytes`);
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return { status: response.status, type, bytes };
}

/**
 * Reads the body, or returns null when it is longer than MAX_BYTES. Throws when `signal` aborts, even if the
 * runtime keeps waiting.
 */
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
