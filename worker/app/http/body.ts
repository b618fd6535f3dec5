import type { z } from "zod";
import { MAX_AVATAR_BYTES } from "#contract/account.ts";
import { plainIssue } from "#contract/issues.ts";
import { AppError } from "#platform/errors.ts";

/** The largest legitimate JSON body, a full profile, has less than 3 kB. */
const MAX_JSON_BYTES = 64 * 1024;

/** Returns the request's body. Throws `payload_too_large` when it has more than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new AppError(
    "payload_too_large",
    `The body is larger than ${Math.floor(maxBytes / 1024)} kB.`,
  );
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    length += chunk.value.byteLength;
    if (length > maxBytes) {
      await drain(reader);
      throw tooLarge;
    }
    chunks.push(chunk.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * Returns the JSON body as `schema` parses it; an empty body counts as `{}`. Throws `unsupported_media_type`,
 * `payload_too_large` or `invalid_request`.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_JSON_BYTES,
): Promise<z.output<Schema>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength > 0 && !isJson(request))
    throw new AppError("unsupported_media_type", "Send the body as application/json.");
  return validate(schema, parse(bytes));
}

/**
 * Returns `data` as `schema` parses it. Throws `invalid_request`, which names up to twenty invalid fields, each
 * with a message in our own words.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  const parsed = schema.safeParse(data, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, 20)) {
    const name = issue.path.join(".").slice(0, 64) || "body";
    fields[name] ??= issue.message.slice(0, 300);
  }
  const first = Object.values(fields)[0] ?? "The request is not valid.";
  throw new AppError("invalid_request", first, { fields });
}

export function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (error) {
    const isText = error instanceof SyntaxError;
    throw new AppError(
      "invalid_request",
      isText ? "The body is not valid JSON." : "The body is not valid UTF-8 text.",
    );
  }
}

/** The largest body of any route is a profile picture. */
const MAX_DECLARED_BYTES = MAX_AVATAR_BYTES;

const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

const MAX_DRAIN_MS = 10_000;

/** Refuses a request by its `Content-Length`, before reading the body. Throws `payload_too_large`. */
export function refuseOversized(request: Request): void {
  if (Number(request.headers.get("content-length") ?? 0) <= MAX_DECLARED_BYTES) return;
  throw new AppError(
    "payload_too_large",
    `The body is larger than ${Math.floor(MAX_DECLARED_BYTES / 1024)} kB.`,
  );
}

/**
 * Reads and discards what is left of a request's body, because the runtime resets a kept-alive connection with
 * an unread body, and the client's next request on it would fail. Never throws.
 */
export async function drainRequest(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || request.body.locked) return;
  await drain(request.body.getReader());
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_DRAIN_MS);
  });
  try {
    for (let length = 0; length <= MAX_DRAINED_BYTES; ) {
      const chunk = await Promise.race([reader.read(), tooSlow]);
      if (!chunk || chunk.done) return;
      length += chunk.value.byteLength;
    }
  } catch {
  } finally {
    clearTimeout(timer);
  }
}
