import type { ErrorBody } from "#contract/error.ts";

export type RequestOptions = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

type FirstCalls = { token: string | null; answers: Record<string, Promise<Response> | undefined> };

/** A failed call to our API. `message` is the status, a colon, a space and the text of the answer's body. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly body: Partial<ErrorBody> | null;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    this.body = parsed(text);
  }
}

/**
 * Calls our API with cookies and the stored token. Throws `RequestError` for a status other than 2xx, and the
 * browser's TypeError when the server cannot be reached.
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", body, headers = {}, signal } = options;
  const token = storedToken();
  const isJson = method !== "GET" && body !== undefined && !(body instanceof Blob);
  const request = {
    method,
    credentials: "include" as const,
    headers: {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as Blob) }),
    ...(signal ? { signal } : {}),
  };
  const response = await (takeFirstAnswer(path) ?? fetch(path, request));
  if (!response.ok) throw new RequestError(response.status, (await response.text()) || response.statusText);
  return response;
}

/**
 * Returns the answer to the call that shell.html sent before this script ran, if it used the token that is
 * stored now. Each answer can be taken once.
 */
function takeFirstAnswer(path: string): Promise<Response> | undefined {
  const { firstCalls } = globalThis as { firstCalls?: FirstCalls };
  const answer = firstCalls?.answers[path];
  delete firstCalls?.answers[path];
  return firstCalls?.token === storedToken() ? answer : undefined;
}

export function errorMessageOf(error: unknown, fallback: string): string {
  if (!(error instanceof RequestError)) return fallback;
  return error.body?.message || error.body?.error || fallback;
}

function parsed(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : null;
  } catch {
    return null;
  }
}

/** The key of the session's token in the browser's storage. The specification sets it. */
const storageKey = "auth_token";

export function storedToken(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores the session's token, or removes it if `token` is null. */
export function storeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, token);
  } catch {
    // Storage may be blocked; the session cookie is enough.
  }
}

export function onTokenChangedElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}
