import { Agent, request } from "node:http";

export type Outgoing = { method: string; path: string; headers: Record<string, string>; body: Buffer | null };

/** `fault` means that the connection was reset or never answered. */
export type Incoming = {
  status: number;
  headers: Record<string, string>;
  text: string;
  fault: string | null;
};

const TIMEOUT_MS = 60_000;
/** Enough for races, while the runtime still checks its clock. */
const CONNECTIONS = 6;
/** The local runtime closes a connection after five idle seconds, and one used just then would be reset. */
const IDLE_MS = 2_000;

export function openClient(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS });
  /** An unread body breaks the next request on its connection. */
  const earlier = new WeakMap<object, string>();
  const send = ({ method, path, headers, body }: Outgoing) =>
    new Promise<Incoming>((resolve) => {
      const fault = (reason: string) => resolve({ status: 0, headers: {}, text: "", fault: reason });
      const length = body ? { "content-length": String(body.byteLength) } : {};
      const call = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: TIMEOUT_MS },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", (error) => fault(error.message));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
              ),
              text: Buffer.concat(chunks).toString("utf8"),
              fault: null,
            }),
          );
        },
      );
      let before = "nothing";
      call.on("socket", (socket) => {
        before = earlier.get(socket) ?? before;
        earlier.set(socket, `${method} ${path.slice(0, 100)} with ${body?.byteLength ?? 0} bytes`);
      });
      call.on("timeout", () => call.destroy(new Error("no answer")));
      call.on("error", (error: NodeJS.ErrnoException) =>
        fault(`${error.code} (${error.message}) after ${before}`),
      );
      call.end(body ?? undefined);
    });
  return { send, connections: CONNECTIONS, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof openClient>;
