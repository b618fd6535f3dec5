/** Server-sent events on their way to one listener. */
export type EventStream = {
  response: Response;
  send(event: string, data: unknown): void;
  hasLeft(): boolean;
  /** Ends the stream. Settles when everything is sent or the listener is gone. */
  close(): Promise<void>;
};

/** Opens a stream of server-sent events. `onLeave` is called once when the listener leaves before its end. */
export function openEventStream(onLeave: () => Promise<void>): EventStream {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let hasLeft = false;
  const ended = writer.closed.catch(() => {
    hasLeft = true;
    return onLeave();
  });
  return {
    response: new Response(readable, { headers: { "content-type": "text/event-stream; charset=utf-8" } }),
    send(event, data) {
      const block = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      writer.write(encoder.encode(block)).catch(() => undefined);
    },
    hasLeft: () => hasLeft,
    async close() {
      await writer.close().catch(() => undefined);
      await ended;
    },
  };
}
