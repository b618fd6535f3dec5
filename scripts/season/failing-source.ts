import { once } from "node:events";
import { createServer } from "node:http";
import type { Played } from "./played-quotes.ts";

export const FAULTS = ["429", "500", "html", "badjson"] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * Counts calls and breaks every other one with the faults in turn. Paths in `played` are answered here and not
 * passed on.
 */
export async function serveInFront(source: string, faults: readonly Fault[], played: Played | null = null) {
  const calls: Record<string, number> = {};
  let n = 0;
  // Requests run one after another, because a fault switches the whole source.
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", source);
    calls[url.pathname] = (calls[url.pathname] ?? 0) + 1;
    const fault = n % 2 === 0 ? faults[(n / 2) % faults.length] : undefined;
    n += 1;
    last = last
      .then(async () => {
        const own = fault || !played ? null : played(url, await clockOf(source));
        if (own) return response.writeHead(200, JSON_TYPE).end(JSON.stringify(own));
        if (fault) await fetch(new URL("/__fault", source), { method: "POST", body: fault });
        const answer = await fetch(url);
        const body = await answer.text();
        if (fault) await fetch(new URL("/__fault", source), { method: "POST", body: "" });
        const type = answer.headers.get("content-type") ?? "application/json";
        return response.writeHead(answer.status, { "content-type": type }).end(body);
      })
      .catch(() => response.writeHead(502).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, calls, close: () => server.close() };
}

const JSON_TYPE = { "content-type": "application/json" };

async function clockOf(source: string): Promise<Date> {
  const answer = await fetch(new URL("/__clock", source));
  return new Date(((await answer.json()) as { now: string }).now);
}
