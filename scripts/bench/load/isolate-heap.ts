import { once } from "node:events";

const ISOLATE = "core:user:beatcast";
const TIMEOUT_MS = 30_000;

/** Returns megabytes after a garbage collection. */
export async function isolateHeapMb(inspectorPort: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as {
    id: string;
    webSocketDebuggerUrl: string;
  }[];
  const target = targets.find(({ id }) => id === ISOLATE);
  if (!target) throw new Error(`The runtime has no isolate ${ISOLATE}.`);
  const inspector = new WebSocket(target.webSocketDebuggerUrl);
  await once(inspector, "open");
  try {
    await ask(inspector, 1, "HeapProfiler.collectGarbage");
    const { usedSize } = (await ask(inspector, 2, "Runtime.getHeapUsage")) as { usedSize: number };
    return usedSize / 1e6;
  } finally {
    inspector.close();
  }
}

/** The inspector also sends events, which are ignored. */
async function ask(inspector: WebSocket, id: number, method: string): Promise<unknown> {
  const answered = new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${method} was not answered.`)), TIMEOUT_MS);
    inspector.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (answer.id !== id) return;
      clearTimeout(timer);
      resolve(answer.result);
    });
  });
  inspector.send(JSON.stringify({ id, method }));
  return answered;
}
