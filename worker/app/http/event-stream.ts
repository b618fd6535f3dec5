import { AppError, type ErrorAnswer, errorAnswer, transientOutageError } from "#platform/errors.ts";
import { logUnexpected } from "#platform/log.ts";

type EventStream = {
  response: Response;
  send(event: string, data: unknown): void;
  /** Aborted when the client disconnects. */
  left: AbortSignal;
  /** Resolves when everything has been sent or the client has disconnected. */
  close(): Promise<void>;
};

export function openEventStream(): EventStream {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const leaving = new AbortController();
  const ended = writer.closed.catch(() =>
    leaving.abort(new AppError("upstream_unavailable", "The listener has left.")),
  );
  return {
    response: new Response(readable, { headers: { "content-type": "text/event-stream; charset=utf-8" } }),
    send(event, data) {
      const block = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      writer.write(encoder.encode(block)).catch(() => undefined);
    },
    left: leaving.signal,
    async close() {
      await writer.close().catch(() => undefined);
      await ended;
    },
  };
}

/** Sends the outcome of `work` as the event `result` or `error`, then closes the stream. Never throws. */
export async function sendOutcome(
  stream: EventStream,
  work: Promise<unknown>,
  presentError: (answer: ErrorAnswer) => object = ({ status, body }) => ({ ...body, status }),
): Promise<void> {
  try {
    stream.send("result", await work);
  } catch (error) {
    if (!stream.left.aborted) stream.send("error", presentError(errorAnswerOf(error)));
  }
  await stream.close();
}

function errorAnswerOf(error: unknown): ErrorAnswer {
  if (!(error instanceof AppError)) logUnexpected(error, { call: "event stream" });
  const appError =
    error instanceof AppError
      ? error
      : (transientOutageError(error) ?? new AppError("internal", "Something went wrong on our side."));
  return errorAnswer(appError.code, appError.message, appError.extras);
}
